// Where the timeline's parts lie: rank rows with their lanes, the brackets above, the axis below.
#pragma once

#include <vector>

#include "viz/scene/scene.hpp"
#include "viz/scene/timeline_index.hpp"

namespace zerolab {

// The rows of brackets above the lanes, from above.
enum class BracketRow {
  train_step,
  part,  // forward, backward, update …
  span,  // an operation of the plan, or, without a plan, a collective
  half   // of an all-reduce: reduce-scatter, all-gather
};

struct TimelineLayout {
  TimeAxis axis = TimeAxis::logical;
  // The stretch shown and the present moment, in the index's units.
  std::int64_t from = 0;
  std::int64_t to = 1;
  std::int64_t now = 0;

  Box plot;  // the lanes
  std::vector<BracketRow> bracket_rows;
  float bracket_top = 0;
  float bracket_height = 0;  // of one row
  Box axis_row;              // the ticks' numbers, below the plot
  Box key_row;               // one line of explanation at the bottom

  std::vector<TimelineLane> lanes;
  int first_rank = 0;  // more ranks than rows fit: those from this one on
  int rank_count = 0;
  float row_pitch = 0;
  float lane_pitch = 0;
  float lane_height = 0;

  float lane_label_size = 0;  // 0: the lanes are too thin for labels
  float number_size = 0;      // of text in bars; 0: too thin

  float x_of(std::int64_t time) const;
  std::int64_t time_at(float x) const;
  Box row_box(int rank) const;
  Box lane_box(int rank, TimelineLane lane) const;
  Box bracket_box(std::size_t row) const;  // into bracket_rows
};

TimelineLayout lay_out_timeline(const Painter& painter, const Box& box, const SceneInput& input,
                                const TimelineIndex& index);

}  // namespace zerolab
