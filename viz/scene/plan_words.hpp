// The step plan in words: the present operation and its neighbours, and what it sends.
#pragma once

#include "viz/scene/plan_layout.hpp"

namespace zerolab {

// "all-gather of 2,534 elements by ring: each rank sends 1,900 or 1,901 elements, 7.604 kB at
// most".
std::string what_is_sent(const Story& story, const PlanNow& now);

void draw_plan_words(Painter& painter, const SceneInput& input, const PlanOutline& outline,
                     const PlanLayout& layout, const PlanNow& now);

}  // namespace zerolab
