// The timeline with an index that outlives the frame. scene.hpp's draw_timeline takes the input's
// own, or builds one, which is fine for a single picture.
#pragma once

#include "viz/scene/scene.hpp"
#include "viz/scene/timeline_index.hpp"

namespace zerolab {

void draw_timeline(Painter& painter, const Box& box, const SceneInput& input,
                   const TimelineIndex& index);

}  // namespace zerolab
