#include "viz/playback/measured_time.hpp"

#include <algorithm>

namespace zerolab {

MeasuredTime::MeasuredTime(const Story& story) {
  for (const Beat& beat : story.beats()) {
    latest_end_ns_.push_back(latest_end_ns_.empty() ? beat.end_ns
                                                    : std::max(latest_end_ns_.back(), beat.end_ns));
    earliest_begin_ns_.push_back(beat.begin_ns);
  }
  for (std::size_t b = earliest_begin_ns_.size(); b-- > 1;) {
    earliest_begin_ns_[b - 1] = std::min(earliest_begin_ns_[b - 1], earliest_begin_ns_[b]);
  }
}

double MeasuredTime::logical_of(const Story& story, std::int64_t time_ns) const {
  // All beats in front of `first` are over, none from `last` on has begun.
  const auto first = std::upper_bound(latest_end_ns_.begin(), latest_end_ns_.end(), time_ns);
  const auto last = std::upper_bound(earliest_begin_ns_.begin(), earliest_begin_ns_.end(), time_ns);
  const auto begin = static_cast<std::size_t>(first - latest_end_ns_.begin());
  const auto end = static_cast<std::size_t>(last - earliest_begin_ns_.begin());
  std::size_t over = begin;
  double under_way = 0;
  for (std::size_t b = begin; b < end; ++b) {
    const Beat& beat = story.beats()[b];
    if (time_ns >= beat.end_ns) {
      ++over;
    } else if (time_ns > beat.begin_ns) {
      under_way += static_cast<double>(time_ns - beat.begin_ns) /
                   static_cast<double>(beat.end_ns - beat.begin_ns);
    }
  }
  return static_cast<double>(over) + under_way;
}

std::int64_t MeasuredTime::measured_of(const Story& story, double logical_time) const {
  std::int64_t low = 0;
  std::int64_t high = story.duration_ns();
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (logical_of(story, middle) <= logical_time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace zerolab
