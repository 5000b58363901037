// The two ways to look at a story, each with a state of its own that it changes as little as a
// question needs. Both are given the story with every question, the same one each time, and keep
// spans of its moves.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/playback/collective_replay.hpp"
#include "viz/playback/measured_order.hpp"
#include "viz/playback/measured_time.hpp"
#include "viz/playback/totals.hpp"

namespace zerolab {

class LogicalView {
 public:
  explicit LogicalView(const Story& story);

  const PlaybackState& at(const Story& story, double logical_time);

 private:
  MoveOrder order_;
  CollectiveReplay chunks_;
  Totals totals_;
  std::vector<int> shown_collective_;  // [beat]; one more for the end
  PlaybackState state_;
};

class MeasuredView {
 public:
  explicit MeasuredView(const Story& story);

  const PlaybackState& at(const Story& story, std::int64_t time_ns);

  const MeasuredTime& time() const { return time_; }

 private:
  // A collective, and when it or one after it first began on any rank.
  struct Begin {
    int collective_id = -1;
    std::int64_t begin_ns = 0;
  };

  static std::vector<Begin> begins_of(const Story& story);
  void show_in_flight(std::size_t first, std::size_t last, std::int64_t time_ns);

  MeasuredTime time_;
  MeasuredOrder measured_;
  MoveOrder order_;  // what the replay needs of measured_
  CollectiveReplay chunks_;
  Totals totals_;
  std::vector<Begin> begins_;  // in the order of beats
  PlaybackState state_;
};

// The state before anything of a world of that size.
PlaybackState empty_state(int world_size);

}  // namespace zerolab
