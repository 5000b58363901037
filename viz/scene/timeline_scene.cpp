// The timeline: lanes per rank over logical steps or measured time, brackets above, axis below.
#include "viz/scene/timeline_scene.hpp"

#include <fmt/core.h>

#include "viz/scene/beside.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/timeline_axis.hpp"
#include "viz/scene/timeline_bars.hpp"
#include "viz/scene/timeline_details.hpp"

namespace zerolab {

namespace {

// "event 1234", its place in the trace; on the logical axis "send 12", "operation 3".
std::string bar_name(TimeAxis axis, const TimelineBar& bar) {
  const std::string_view kind = axis == TimeAxis::measured          ? "event"
                                : bar.lane == TimelineLane::compute ? "operation"
                                                                    : to_string(bar.lane);
  return fmt::format("{} {}", kind, bar.id);
}

// The bars of moves that differ from the run beside this one.
void draw_marked_bars(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                      const TimelineLayout& layout, const TimelineDrawn& drawn) {
  if (input.beside == nullptr || input.beside->marks.empty()) return;
  const auto beat = current_of(input.story, input.state).beat;
  if (!beat) return;
  const Beat& shown = input.story.beats()[*beat];
  for (const TimelineBar& bar : drawn.bars) {
    if (bar.lane == TimelineLane::compute) continue;
    const TimelineItem item = index.item(layout.axis, bar.rank, bar.lane, bar.id);
    if (item.collective_id != shown.collective_id || item.step != shown.step) continue;
    const bool sends = bar.lane == TimelineLane::send;
    for (const MoveMark& mark : input.beside->marks) {
      const ChunkMove& move = mark.move;
      if (mark.sign == MoveSign::missing || move.chunk != item.chunk ||
          move.source != (sends ? item.rank : item.peer) ||
          move.destination != (sends ? item.peer : item.rank)) {
        continue;
      }
      painter.box(bar.box, Colour{0, 0, 0, 0}, {input.theme.bad, 3 * input.unit}, 2 * input.unit);
      constexpr float radius = 9;  // pixels: a disc with a legible sign
      if (bar.box.width >= 4 * radius && bar.box.height >= 2 * radius) {
        draw_sign(painter, {bar.box.x + radius + 2, bar.box.centre().y}, radius, mark.sign,
                  input.theme);
      }
    }
  }
}

}  // namespace

void draw_timeline(Painter& painter, const Box& box, const SceneInput& input,
                   const TimelineIndex& index) {
  const TimelineLayout layout = lay_out_timeline(painter, box, input, index);
  painter.name(box, "timeline");
  draw_timeline_names(painter, box, input, layout);
  draw_timeline_grounds(painter, input, layout);
  draw_timeline_ticks(painter, input, layout);
  TimelineDrawn drawn;
  for (int rank = layout.first_rank; rank < layout.first_rank + layout.rank_count; ++rank) {
    for (const TimelineLane lane : layout.lanes) {
      draw_timeline_lane(painter, input, index, layout, rank, lane, drawn);
      painter.name(layout.lane_box(rank, lane), fmt::format("lane {} {}", rank, to_string(lane)));
    }
  }
  if (drawn.bars.size() < most_named_bars) {
    for (const TimelineBar& bar : drawn.bars) painter.name(bar.box, bar_name(layout.axis, bar));
  }
  draw_marked_bars(painter, input, index, layout, drawn);
  draw_timeline_brackets(painter, input, index, layout);
  draw_timeline_cursor(painter, input, layout);
  for (const TimelineLabel& label : drawn.over_cursor) {
    painter.box(label.ground, label.ground_colour, {}, 2 * input.unit);
    painter.text(label.at, label.text, label.style);
  }
  draw_timeline_key(painter, input, layout, drawn);
  draw_timeline_details(painter, box, input, index, layout);
}

void draw_timeline(Painter& painter, const Box& box, const SceneInput& input) {
  if (input.timeline != nullptr) return draw_timeline(painter, box, input, *input.timeline);
  draw_timeline(painter, box, input, TimelineIndex(input.story));
}

}  // namespace zerolab
