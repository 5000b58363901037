// A few words about what lies under the mouse.
#pragma once

#include <string>

#include "viz/scene/scene.hpp"

namespace zerolab {

// "rank 2, chunk 3: elements 3,000 to 3,999; holds ranks 0, 1, 2"; what a button does and its key;
// empty where there is nothing to say.
std::string tip_of(const SceneInput& input);

// The words beside the mouse, inside `box`. Nothing where there is no mouse or nothing to say.
void draw_tip(Painter& painter, const Box& box, const SceneInput& input);

}  // namespace zerolab
