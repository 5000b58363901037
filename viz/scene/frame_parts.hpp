// What the picture of one run and the picture of two have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/scene.hpp"

namespace zerolab {

// The chosen scene; the ring gives way to the matrix from 17 ranks on.
SceneName scene_shown(const SceneInput& input);

// The scene alone.
void draw_scene(Painter& painter, const Box& box, const SceneInput& input);

// What is shown, the scenes' names, the notice.
void draw_frame_head(Painter& painter, const Box& box, const SceneInput& input,
                     std::string_view name);

// A sentence in one line, or in two where it is long; smaller at last.
void draw_words(Painter& painter, const Box& box, const std::string& words, float size, Colour ink);

// Buttons, and all beats from left to right; collectives have their names where they fit. `time` is
// in beats; `header` has their collectives.
void draw_time_bar(Painter& painter, const Box& box, const SceneInput& input, double time,
                   const std::vector<Beat>& beats, const TraceHeader& header);

}  // namespace zerolab
