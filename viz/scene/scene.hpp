// The scenes: each draws the state at one moment into a box, and names every place that can be
// pointed at ("rank 2", "rank 2 chunk 3", "link 2 3"). Pure functions: the same input gives the
// same calls.
#pragma once

#include <optional>
#include <string>

#include "viz/paint/painter.hpp"
#include "viz/playback/playback.hpp"
#include "viz/scene/view.hpp"

namespace zerolab {

class TimelineIndex;
struct Beside;

struct SceneInput {
  const Story& story;
  const PlaybackState& state;
  const View& view;
  const Theme& theme;
  double logical_time = 0;       // beats
  std::int64_t measured_ns = 0;  // the same moment by the trace's clock
  float unit = 1;              // sizes are for a 1920 × 1080 picture; they are multiplied by this
  std::optional<Point> mouse;  // where the mouse is, if over the picture
  std::string hovered;         // the name of the place under it in the last picture; or empty
  bool playing = false;
  double speed = 1;                         // steps at speed 1 take Controller::beat_seconds
  const TimelineIndex* timeline = nullptr;  // of the story; none: built for the one picture
  std::string notice;  // said for a moment in the head, such as "copied"; often empty
  // What differs from the run beside this one, which shares the picture: what is not essential is
  // left out. None: the run stands by itself.
  const Beside* beside = nullptr;
};

void draw_ring(Painter& painter, const Box& box, const SceneInput& input);
void draw_matrix(Painter& painter, const Box& box, const SceneInput& input);
void draw_counters(Painter& painter, const Box& box, const SceneInput& input);
void draw_timeline(Painter& painter, const Box& box, const SceneInput& input);
void draw_memory(Painter& painter, const Box& box, const SceneInput& input);
void draw_plan(Painter& painter, const Box& box, const SceneInput& input);

// The whole picture of `box`: head, scene, sentence, time bar. What the window, the PNG and the SVG
// show. The ring gives way to the matrix from 17 ranks on.
void draw_frame(Painter& painter, const Box& box, const SceneInput& input);

}  // namespace zerolab
