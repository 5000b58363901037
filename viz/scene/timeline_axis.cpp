#include "viz/scene/timeline_axis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

// The smallest of 1, 2, 5, 10, 20, … that is at least `least`.
std::int64_t round_step(double least) {
  std::int64_t power = 1;
  while (static_cast<double>(power) * 10 <= least) power *= 10;
  for (const std::int64_t factor : {1, 2, 5}) {
    if (static_cast<double>(power * factor) >= least) return power * factor;
  }
  return power * 10;
}

// Ticks are whole multiples of their unit, so that no decimals are needed.
std::string tick_text(TimeAxis axis, std::int64_t time, std::int64_t step) {
  if (axis == TimeAxis::logical) return with_separators(time / logical_beat);
  if (step >= 1'000'000) return with_separators(time / 1'000'000) + " ms";
  if (step >= 1'000) return with_separators(time / 1'000) + " µs";
  return with_separators(time) + " ns";
}

std::string cursor_text(const SceneInput& input) {
  return input.view.axis == TimeAxis::measured ? time_in_words(input.measured_ns)
                                               : fmt::format("{:.2f}", input.logical_time);
}

TextStyle tick_style(const SceneInput& input) {
  return {Face::number, legible(13, input.unit), input.theme.quiet_text, AlignX::centre};
}

// The cursor's time under the axis, inside the plot's ends.
Box cursor_label(const Painter& painter, const SceneInput& input, const TimelineLayout& layout) {
  const float u = input.unit;
  const float width = painter.text_width(cursor_text(input), tick_style(input)) + 12 * u;
  const float x = layout.x_of(std::clamp(layout.now, layout.from, layout.to));
  const float most = std::max(layout.plot.x, layout.plot.right() - width);
  return {std::clamp(x - width / 2, layout.plot.x, most), layout.axis_row.y, width,
          layout.axis_row.height - 2 * u};
}

bool cursor_shows(const TimelineLayout& layout) {
  return layout.now >= layout.from && layout.now <= layout.to;
}

std::string_view bracket_row_name(BracketRow row, bool has_plan) {
  switch (row) {
    case BracketRow::train_step: return "training step";
    case BracketRow::part: return "part";
    case BracketRow::span: return has_plan ? "operation" : "collective";
    case BracketRow::half: return "half";
  }
  throw InvariantError("a BracketRow without a name");
}

}  // namespace

std::string time_in_words(std::int64_t nanoseconds) {
  const auto value = static_cast<double>(nanoseconds);
  if (std::fabs(value) < 1e3) return fmt::format("{} ns", nanoseconds);
  if (std::fabs(value) < 1e6) return fmt::format("{:.3f} µs", value / 1e3);
  if (std::fabs(value) < 1e9) return fmt::format("{:.3f} ms", value / 1e6);
  return fmt::format("{:.3f} s", value / 1e9);
}

void draw_timeline_names(Painter& painter, const Box& box, const SceneInput& input,
                         const TimelineLayout& layout) {
  const float u = input.unit;
  const float size = legible(15, u);
  const int stride = label_stride(layout.row_pitch, size * 1.25F);
  for (int rank = layout.first_rank; rank < layout.first_rank + layout.rank_count; ++rank) {
    const Box row = layout.row_box(rank);
    const bool pinned = input.view.pinned_rank == rank;
    painter.name({box.x, row.y, box.width, row.height}, fmt::format("rank {}", rank));
    if (rank % stride == 0 || (pinned && stride == 1)) {
      painter.text({box.x, row.centre().y}, fmt::format("rank {}", rank),
                   {Face::strong, size, pinned ? input.theme.accent : input.theme.text});
    }
    if (layout.lane_label_size == 0) continue;
    for (const TimelineLane lane : layout.lanes) {
      painter.text({layout.plot.x - 8 * u, layout.lane_box(rank, lane).centre().y}, to_string(lane),
                   {Face::text, layout.lane_label_size, input.theme.quiet_text, AlignX::right});
    }
  }
  const bool has_plan =
      std::ranges::find(layout.bracket_rows, BracketRow::train_step) != layout.bracket_rows.end();
  const TextStyle quiet{Face::text, legible(13, u), input.theme.quiet_text, AlignX::right};
  for (std::size_t i = 0; i < layout.bracket_rows.size(); ++i) {
    painter.text({layout.plot.x - 8 * u, layout.bracket_box(i).centre().y},
                 bracket_row_name(layout.bracket_rows[i], has_plan), quiet);
  }
  painter.text({layout.plot.x - 8 * u, layout.axis_row.centre().y},
               layout.axis == TimeAxis::measured ? "time" : "steps", quiet);
}

void draw_timeline_grounds(Painter& painter, const SceneInput& input,
                           const TimelineLayout& layout) {
  if (!has_detailed_lanes(layout)) return;
  for (int rank = layout.first_rank; rank < layout.first_rank + layout.rank_count; ++rank) {
    for (const TimelineLane lane : layout.lanes) {
      painter.box(layout.lane_box(rank, lane), input.theme.panel);
    }
  }
}

void draw_timeline_ticks(Painter& painter, const SceneInput& input, const TimelineLayout& layout) {
  const float u = input.unit;
  const TextStyle style = tick_style(input);
  const double unit_time = layout.axis == TimeAxis::logical ? double{logical_beat} : 1.0;
  const std::string widest =
      tick_text(layout.axis, layout.to, layout.axis == TimeAxis::logical ? 1 : 1'000);
  const float pitch = painter.text_width(widest, style) + 40 * u;
  const double span = static_cast<double>(layout.to - layout.from);
  const double least = span * double{pitch} / std::max(double{layout.plot.width}, 1.0) / unit_time;
  const std::int64_t step =
      round_step(least) * (layout.axis == TimeAxis::logical ? logical_beat : 1);
  const Box cursor = cursor_label(painter, input, layout);
  const std::int64_t first = (layout.from + step - 1) / step * step;
  float free_from = layout.plot.x - layout.plot.width;
  for (std::int64_t time = first; time <= layout.to; time += step) {
    const float x = layout.x_of(time);
    painter.path(std::array{Point{x, layout.plot.y}, Point{x, layout.axis_row.y}},
                 {input.theme.faint, 1});
    const std::string text = tick_text(layout.axis, time, step);
    const float half = painter.text_width(text, style) / 2 + 4 * u;
    const bool meets_cursor =
        cursor_shows(layout) && x + half > cursor.x && x - half < cursor.right();
    const bool sticks_out =
        x + half > layout.plot.right() + 24 * u || x - half < layout.plot.x - 4 * u;
    const float inside = std::max(x, layout.plot.x + half - 4 * u);
    if (!meets_cursor && !(sticks_out && time != first) && inside - half >= free_from) {
      painter.text({inside, layout.axis_row.centre().y}, text, style);
      free_from = inside + half - 4 * u;
    }
  }
}

void draw_timeline_cursor(Painter& painter, const SceneInput& input, const TimelineLayout& layout) {
  if (!cursor_shows(layout)) return;
  const float x = layout.x_of(layout.now);
  const Box label = cursor_label(painter, input, layout);
  painter.path(std::array{Point{x, layout.plot.y - 4 * input.unit}, Point{x, label.y}},
               {input.theme.accent, 2 * input.unit});
  painter.box(label, input.theme.accent, {}, 4 * input.unit);
  TextStyle style = tick_style(input);
  style.colour = number_on(input.theme.accent);
  painter.text(label.centre(), cursor_text(input), style);
  painter.name({x - 4, layout.plot.y, 8, layout.plot.height}, "cursor");
}

void draw_timeline_key(Painter& painter, const SceneInput& input, const TimelineLayout& layout,
                       const TimelineDrawn& drawn) {
  const float u = input.unit;
  std::vector<std::string> facts;
  if (layout.rank_count < input.story.world_size()) {
    facts.push_back(fmt::format("ranks {} to {} of {}", layout.first_rank,
                                layout.first_rank + layout.rank_count - 1,
                                input.story.world_size()));
  }
  if (layout.lane_label_size == 0) {
    std::string names;
    for (const TimelineLane lane : layout.lanes) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(lane));
    }
    facts.push_back("each rank from above: " + names);
  }
  if (drawn.numbered) facts.emplace_back("number: the chunk");
  facts.emplace_back(drawn.outlined ? "filled: done, outlined: to come"
                                    : "strong: done, faint: to come");
  if (drawn.hatched) facts.emplace_back("hatched: in a collective");
  if (drawn.folded) {
    facts.emplace_back(has_detailed_lanes(layout) ? "grey: many, as high as busy"
                                                  : "grey: many, as strong as busy");
  }
  if (layout.axis == TimeAxis::measured)
    facts.emplace_back("brackets: as rank " + std::to_string(input.view.pinned_rank.value_or(0)) +
                       " saw them");
  for (const OpKind kind : drawn.by_letter) {
    facts.push_back(fmt::format("{}: {}", op_letter(kind), op_word(kind)));
  }
  const TextStyle style{Face::text, legible(13, u), input.theme.quiet_text};
  float x = layout.plot.x;
  for (const std::string& fact : facts) {
    const float width = painter.text_width(fact, style);
    if (x + width > layout.key_row.right()) break;
    painter.text({x, layout.key_row.centre().y}, fact, style);
    x += width + 24 * u;
  }
}

}  // namespace zerolab
