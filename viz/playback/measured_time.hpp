// Logical time from measured time and back, where beats overlap too.
//
// At a measured time, the logical time is the number of beats that are over, plus, of each that is
// under way, the part of its time that has passed. It never decreases, and where beats do not
// overlap it is the beat plus the fraction between its begin and its end.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

class MeasuredTime {
 public:
  explicit MeasuredTime(const Story& story);

  double logical_of(const Story& story, std::int64_t time_ns) const;

  // The latest time, from 0 to the end, whose logical time is at most this one.
  std::int64_t measured_of(const Story& story, double logical_time) const;

 private:
  std::vector<std::int64_t> latest_end_ns_;      // [beat], of it and the beats before
  std::vector<std::int64_t> earliest_begin_ns_;  // [beat], of it and the beats after
};

}  // namespace zerolab
