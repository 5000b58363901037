#include "viz/scene/timeline_layout.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "viz/scene/bracket.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

constexpr float tallest_lane = 56;  // thicker bars would say no more
constexpr float thinnest_row = 4;   // pixels; with more ranks than that, some are left out

void choose_stretch(TimelineLayout& layout, const SceneInput& input, const TimelineIndex& index) {
  layout.axis = input.view.axis;
  TimelineIndex::Extent extent = index.extent(layout.axis);
  if (const auto& window = input.view.timeline_window) {
    const TimelineIndex::Extent chosen{(*window)[0], (*window)[1]};
    extent = layout.axis == TimeAxis::measured ? chosen : index.logical_extent(chosen);
  }
  layout.from = extent.from;
  layout.to = std::max(extent.to, extent.from + 1);
  layout.now = layout.axis == TimeAxis::measured
                   ? input.measured_ns
                   : static_cast<std::int64_t>(input.logical_time * double{logical_beat});
}

std::vector<BracketRow> bracket_rows_of(const Story& story, const TimelineIndex& index) {
  std::vector<BracketRow> rows;
  if (index.has(TimelineLane::compute)) rows.push_back(BracketRow::train_step);
  if (!index.outline().parts.empty()) rows.push_back(BracketRow::part);
  rows.push_back(BracketRow::span);
  const bool halves = std::ranges::any_of(story.header().collectives, [](const auto& info) {
    return info.collective == Collective::all_reduce;
  });
  if (halves) rows.push_back(BracketRow::half);
  return rows;
}

// Rank numbers on the left, lane names between them and the plot.
float gutter_width(const Painter& painter, const SceneInput& input) {
  const float u = input.unit;
  const TextStyle rank{Face::strong, legible(15, u), {}};
  const TextStyle lane{Face::text, legible(13, u), {}};
  const std::string longest = fmt::format("rank {}", input.story.world_size() - 1);
  return painter.text_width(longest, rank) + painter.text_width("compute", lane) + 24 * u;
}

void choose_rows(TimelineLayout& layout, float height, const SceneInput& input) {
  const int n = input.story.world_size();
  const float u = input.unit;
  const int most = std::max(1, static_cast<int>(height / thinnest_row));
  layout.rank_count = std::min(n, most);
  layout.first_rank = std::clamp(input.view.pinned_rank.value_or(0), 0, n - layout.rank_count);
  const auto lane_count = static_cast<float>(std::max<std::size_t>(layout.lanes.size(), 1));
  const float share = height / static_cast<float>(layout.rank_count);
  // Whole pixels, so that thin lanes are alike.
  const float gap = std::floor(share >= 24 * u ? 8 * u : std::max(share * 0.16F, 1.0F));
  const float pitch = std::min((share - gap) / lane_count, tallest_lane * u);
  layout.lane_pitch = std::max(std::floor(pitch), 1.0F);
  layout.lane_height = layout.lane_pitch - (layout.lane_pitch >= 8   ? 2
                                            : layout.lane_pitch >= 3 ? 1
                                                                     : 0);
  layout.row_pitch = std::min(std::floor(share), layout.lane_pitch * lane_count + gap);
  if (share < 2 * lane_count) layout.row_pitch = std::floor(share);
  const float label = legible(13, u);
  layout.lane_label_size = layout.lane_pitch >= label * 1.1F ? label : 0;
  const float number =
      std::min(legible(layout.lane_height > 40 * u ? 20 : 15, u), layout.lane_height * 0.82F);
  layout.number_size = number >= 11 ? number : 0;
}

}  // namespace

float TimelineLayout::x_of(std::int64_t time) const {
  const double share = static_cast<double>(time - from) / static_cast<double>(to - from);
  return static_cast<float>(double{plot.x} + share * double{plot.width});
}

std::int64_t TimelineLayout::time_at(float x) const {
  const double share = (double{x} - double{plot.x}) / std::max(double{plot.width}, 1.0);
  return from + static_cast<std::int64_t>(std::floor(share * static_cast<double>(to - from)));
}

Box TimelineLayout::row_box(int rank) const {
  const float y = plot.y + static_cast<float>(rank - first_rank) * row_pitch;
  return {plot.x, y, plot.width, lane_pitch * static_cast<float>(lanes.size())};
}

Box TimelineLayout::lane_box(int rank, TimelineLane lane) const {
  const auto place = std::ranges::find(lanes, lane) - lanes.begin();
  const float y = row_box(rank).y + static_cast<float>(place) * lane_pitch;
  return {plot.x, y, plot.width, lane_height};
}

Box TimelineLayout::bracket_box(std::size_t row) const {
  return {plot.x, bracket_top + static_cast<float>(row) * bracket_height, plot.width,
          bracket_height};
}

TimelineLayout lay_out_timeline(const Painter& painter, const Box& box, const SceneInput& input,
                                const TimelineIndex& index) {
  TimelineLayout layout;
  const float u = input.unit;
  choose_stretch(layout, input, index);
  layout.bracket_rows = bracket_rows_of(input.story, index);
  for (const TimelineLane lane : all_timeline_lanes) {
    if (index.has(lane)) layout.lanes.push_back(lane);
  }
  if (layout.lanes.empty()) layout.lanes.push_back(TimelineLane::compute);

  const float line = bracket_height(u);
  const float gutter = gutter_width(painter, input);
  layout.bracket_top = box.y;
  layout.bracket_height = line;
  const float above = line * static_cast<float>(layout.bracket_rows.size()) + 12 * u;
  const float below = 2 * line + 4 * u;
  layout.plot = {box.x + gutter, box.y + above, box.width - gutter - 24 * u,
                 std::max(box.height - above - below, 8.0F)};
  choose_rows(layout, layout.plot.height, input);
  layout.plot.height = layout.row_pitch * static_cast<float>(layout.rank_count);
  layout.axis_row = {layout.plot.x, layout.plot.bottom() + 4 * u, layout.plot.width, line};
  layout.key_row = {box.x, layout.axis_row.bottom(), box.width, line};
  return layout;
}

}  // namespace zerolab
