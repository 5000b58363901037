// A track in 1024 equal stretches: enough to draw all of it without touching its items, which for a
// million events on 200 lanes would be most of a frame's time.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/scene/timeline_track.hpp"

namespace zerolab {

class TimelineSummary {
 public:
  TimelineSummary() = default;
  // Of a small track it is empty: the items themselves are quick.
  explicit TimelineSummary(const TimelineTrack& track);

  // Whether stretches are no longer than `time`.
  bool resolves(double time) const { return span_ > 0 && static_cast<double>(span_) <= time; }

  // Mark m lies where stretch m begins. The nearest one, 0 … count.
  std::size_t nearest_mark(std::int64_t time) const;

  // Of the stretches [from, to), from < to:
  std::uint32_t first_item(std::size_t from) const { return marks_[from].first; }
  std::int64_t span(std::size_t from, std::size_t to) const {
    return static_cast<std::int64_t>(to - from) * span_;
  }
  std::int64_t busy(std::size_t from, std::size_t to) const;
  std::int64_t longest(std::size_t from, std::size_t to) const;  // item that begins there

 private:
  struct Mark {
    std::int64_t busy = 0;     // before the mark
    std::int64_t longest = 0;  // of the items that begin in the stretch after it
    std::uint32_t first = 0;   // the first item that begins at or after the mark
  };
  std::int64_t begin_ = 0;
  std::int64_t span_ = 0;
  std::vector<Mark> marks_;
};

}  // namespace zerolab
