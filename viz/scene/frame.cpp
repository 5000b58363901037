// The whole picture of one run: head with the scenes' names, the scene, the sentence, the time bar.
#include <fmt/core.h>

#include "viz/playback/schedule_trace.hpp"
#include "viz/playback/sentence.hpp"
#include "viz/scene/frame_parts.hpp"
#include "viz/scene/help.hpp"
#include "viz/scene/tip.hpp"

namespace zerolab {

void draw_frame(Painter& painter, const Box& box, const SceneInput& input) {
  const float u = input.unit;
  painter.box(box, input.theme.ground);
  const float margin = 24 * u;
  const bool large = input.view.presenter;
  const float head = large ? 16 * u : 56 * u;
  const float bar = large ? 0 : 72 * u;
  const float words = (large ? 110 : 64) * u;
  if (!large) {
    draw_frame_head(
        painter, {box.x + margin, box.y, box.width - 2 * margin, head}, input,
        fmt::format("{} ranks, {}", input.story.world_size(),
                    is_schedule_trace(input.story.header()) ? "a schedule" : "a recorded run"));
  }
  const Box scene{box.x + margin, box.y + head, box.width - 2 * margin,
                  box.height - head - bar - words - 8 * u};
  painter.push_clip(scene.inset(-8 * u));
  draw_scene(painter, scene, input);
  painter.pop_clip();
  draw_words(painter, {box.x + margin, scene.bottom() + 8 * u, scene.width, words},
             sentence(input.story, input.state, input.view.pinned_rank), (large ? 38 : 24) * u,
             input.theme.text);
  if (!large) {
    draw_time_bar(painter, {box.x + margin, box.bottom() - bar, scene.width, bar}, input,
                  input.logical_time, input.story.beats(), input.story.header());
  }
  if (!input.view.help) draw_tip(painter, box, input);
  if (input.view.help) draw_help(painter, box, input);
}

}  // namespace zerolab
