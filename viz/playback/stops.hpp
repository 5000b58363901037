// Where the keys lead in a row of beats: from a time to the next or the last whole beat, collective
// or operation.
#pragma once

#include <cstddef>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

class Stops {
 public:
  explicit Stops(const std::vector<Beat>& beats);

  // Whole beats, strictly later or earlier than `time`, clamped to the ends. A collective's or
  // operation's begin is the beginning of its first beat.
  double next_beat(double time) const;
  double previous_beat(double time) const;
  double next_collective(double time) const;
  double previous_collective(double time) const;
  double next_operation(double time) const;  // another plan_op, micro-step or train step
  double previous_operation(double time) const;

  double last() const { return static_cast<double>(beat_count_); }

 private:
  std::size_t beat_count_;
  std::vector<std::size_t> collective_begins_;  // beats
  std::vector<std::size_t> operation_begins_;
};

}  // namespace zerolab
