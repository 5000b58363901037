// How a category of memory looks wherever it is drawn: its colour, and hatching where it lives
// only during a step.
#pragma once

#include "core/base/names.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

// Neighbouring boxes of a category look like one: their hatching is in step.
void draw_memory_box(Painter& painter, const Box& box, MemoryCategory category,
                     const SceneInput& input, float strength = 1);

}  // namespace zerolab
