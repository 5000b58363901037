// What lies under the mouse, in a box beside it.
#pragma once

#include "viz/scene/timeline_layout.hpp"

namespace zerolab {

// Stays inside `box`; draws nothing where the mouse is over no bar.
void draw_timeline_details(Painter& painter, const Box& box, const SceneInput& input,
                           const TimelineIndex& index, const TimelineLayout& layout);

}  // namespace zerolab
