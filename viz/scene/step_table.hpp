// The small table beside the ring: what each rank sends and receives in this step, and has sent and
// received in this collective so far, in elements.
#pragma once

#include "viz/scene/current.hpp"

namespace zerolab {

// Rows that do not fit are left out, with a line that says so.
void draw_step_table(Painter& painter, const Box& box, const SceneInput& input);

}  // namespace zerolab
