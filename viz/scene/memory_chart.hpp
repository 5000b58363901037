// One rank's memory through the trace: a stacked area over the steps, the predictions as lines.
#pragma once

#include "viz/scene/scene.hpp"

namespace zerolab {

void draw_memory_chart(Painter& painter, const Box& box, const SceneInput& input, int rank);

}  // namespace zerolab
