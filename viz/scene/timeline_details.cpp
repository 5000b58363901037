#include "viz/scene/timeline_details.hpp"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/timeline_axis.hpp"
#include "viz/scene/timeline_bars.hpp"

namespace zerolab {

namespace {

struct TimelineDetails {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;
};

struct LaneUnderMouse {
  int rank = 0;
  TimelineLane lane = TimelineLane::compute;
};

std::optional<LaneUnderMouse> lane_at(const TimelineLayout& layout, Point mouse) {
  if (!layout.plot.contains(mouse)) return std::nullopt;
  const auto row = static_cast<int>((mouse.y - layout.plot.y) / layout.row_pitch);
  const int rank = layout.first_rank + std::clamp(row, 0, layout.rank_count - 1);
  for (const TimelineLane lane : layout.lanes) {
    Box box = layout.lane_box(rank, lane);
    box.height = layout.lane_pitch;
    if (box.contains(mouse)) return LaneUnderMouse{rank, lane};
  }
  return std::nullopt;
}

std::string title_of(const TimelineIndex& index, const TimelineItem& item) {
  switch (item.kind) {
    case EventKind::operation: {
      const OpLabel* label = index.label(item.plan_op);
      return label != nullptr ? label->words : fmt::format("operation {}", item.plan_op);
    }
    case EventKind::collective: return "collective";
    case EventKind::send: return fmt::format("sends chunk {} → rank {}", item.chunk, item.peer);
    case EventKind::receive:
      return fmt::format("{} chunk {} ← rank {}", item.combine == Combine::add ? "adds" : "copies",
                         item.chunk, item.peer);
    case EventKind::memory: return "memory";
  }
  throw InvariantError("an EventKind without a title");
}

TimelineDetails details_of(const SceneInput& input, const TimelineIndex& index,
                           const TimelineItem& item) {
  TimelineDetails details{fmt::format("rank {}: {}", item.rank, title_of(index, item)), {}};
  auto& rows = details.rows;
  if (item.collective_id >= 0) {
    const CollectiveInfo& info =
        input.story.header().collectives[static_cast<std::size_t>(item.collective_id)];
    rows.emplace_back("collective", fmt::format("{} {}", to_string(info.collective), info.purpose));
    const std::size_t steps = input.story.beats_of_collective(item.collective_id).size();
    if (item.step >= 0 && item.chunk >= 0) {
      rows.emplace_back("step", fmt::format("{} of {}", item.step + 1, steps));
    }
  }
  if (item.chunk >= 0) {
    rows.emplace_back("elements", with_separators(item.elements));
    rows.emplace_back("bytes", with_separators(item.bytes));
    if (item.slice >= 0) rows.emplace_back("slice", std::to_string(item.slice));
    if (item.slices > 1) rows.emplace_back("slices", std::to_string(item.slices));
  }
  if (item.train_step >= 0) rows.emplace_back("training step", std::to_string(item.train_step));
  rows.emplace_back("begins", time_in_words(item.begin_ns));
  rows.emplace_back("lasts", time_in_words(item.end_ns - item.begin_ns));
  return details;
}

TimelineDetails details_of_fold(const TimelineLayout& layout, const LaneUnderMouse& place,
                                const TimelineTrack& track, std::int64_t from, std::int64_t to) {
  const std::size_t first = track.first_beginning_from(from, 0);
  const std::size_t count = track.first_beginning_from(to, first) - first;
  TimelineDetails details{fmt::format("rank {}: {}", place.rank, to_string(place.lane)), {}};
  details.rows.emplace_back("items here", with_separators(static_cast<std::int64_t>(count)));
  const double share = static_cast<double>(track.busy(from, to)) / static_cast<double>(to - from);
  details.rows.emplace_back("busy", fmt::format("{:.0f} %", std::min(share, 1.0) * 100));
  if (layout.axis == TimeAxis::measured) {
    details.rows.emplace_back("from", time_in_words(from));
    details.rows.emplace_back("lasts", time_in_words(to - from));
  }
  return details;
}

std::optional<TimelineDetails> details_at(const SceneInput& input, const TimelineIndex& index,
                                          const TimelineLayout& layout, Point mouse) {
  const auto place = lane_at(layout, mouse);
  if (!place) return std::nullopt;
  const TimelineTrack& track = index.track(layout.axis, place->rank, place->lane);
  const std::int64_t time = layout.time_at(mouse.x);
  std::optional<std::size_t> found;
  for (std::size_t i = track.first_ending_after(time); i < track.size() && track[i].begin <= time;
       ++i) {
    if (track[i].end > time) found = i;
  }
  if (found && layout.x_of(track[*found].end) - layout.x_of(track[*found].begin) >= timeline_fold) {
    return details_of(input, index,
                      index.item(layout.axis, place->rank, place->lane, track[*found].id));
  }
  const float cell =
      layout.plot.x +
      static_cast<float>(static_cast<int>((mouse.x - layout.plot.x) / timeline_fold)) *
          timeline_fold;
  const std::int64_t from = layout.time_at(cell);
  const std::int64_t to = std::max(layout.time_at(cell + timeline_fold), from + 1);
  if (!found && track.busy(from, to) == 0) return std::nullopt;
  return details_of_fold(layout, *place, track, from, to);
}

}  // namespace

void draw_timeline_details(Painter& painter, const Box& box, const SceneInput& input,
                           const TimelineIndex& index, const TimelineLayout& layout) {
  if (!input.mouse) return;
  const auto details = details_at(input, index, layout, *input.mouse);
  if (!details) return;
  const float u = input.unit;
  const Theme& theme = input.theme;
  const TextStyle title{Face::strong, legible(16, u), theme.text};
  const TextStyle name{Face::text, legible(15, u), theme.quiet_text};
  const TextStyle value{Face::number, legible(15, u), theme.text};
  float names = 0;
  float values = 0;
  for (const auto& [left, right] : details->rows) {
    names = std::max(names, painter.text_width(left, name));
    values = std::max(values, painter.text_width(right, value));
  }
  const float margin = 12 * u;
  const float line = name.size * 1.5F;
  const float inner = std::max(painter.text_width(details->title, title), names + 16 * u + values);
  const float height = 2 * margin + 6 * u + line * static_cast<float>(details->rows.size() + 1);
  Box card{input.mouse->x + 16 * u, input.mouse->y + 16 * u, inner + 2 * margin, height};
  if (card.right() > box.right()) card.x = input.mouse->x - 16 * u - card.width;
  if (card.bottom() > box.bottom()) card.y = input.mouse->y - 16 * u - card.height;
  card.x = std::max(std::min(card.x, box.right() - card.width), box.x);
  card.y = std::max(std::min(card.y, box.bottom() - card.height), box.y);
  painter.box(card, theme.panel, {theme.outline, 1}, 6 * u);
  float y = card.y + margin + line / 2;
  painter.text({card.x + margin, y}, details->title, title);
  y += 6 * u;
  for (const auto& [left, right] : details->rows) {
    y += line;
    painter.text({card.x + margin, y}, left, name);
    painter.text({card.x + margin + names + 16 * u, y}, right, value);
  }
  painter.name(card, "details");
}

}  // namespace zerolab
