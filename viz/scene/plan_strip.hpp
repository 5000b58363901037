// The strip of the step plan: a cell per operation, and under each unit's cells two bands that say
// how much of its parameters and of its gradient a rank holds: as high as the share.
#pragma once

#include <set>

#include "viz/scene/plan_layout.hpp"

namespace zerolab {

// Returns the kinds whose cells had room for their letter only.
std::set<OpKind> draw_plan_cells(Painter& painter, const SceneInput& input,
                                 const PlanOutline& outline, const PlanLayout& layout,
                                 const PlanNow& now);

void draw_plan_bands(Painter& painter, const SceneInput& input, const PlanOutline& outline,
                     const PlanLayout& layout, const PlanNow& now);

}  // namespace zerolab
