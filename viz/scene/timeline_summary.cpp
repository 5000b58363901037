#include "viz/scene/timeline_summary.hpp"

#include <algorithm>

namespace zerolab {

namespace {
constexpr std::size_t stretch_count = 1024;
constexpr std::size_t fewest_summarised_items = 1024;
}  // namespace

TimelineSummary::TimelineSummary(const TimelineTrack& track) {
  if (track.size() < fewest_summarised_items) return;
  begin_ = track[0].begin;
  std::int64_t end = begin_;
  for (std::size_t i = 0; i < track.size(); ++i) end = std::max(end, track[i].end);
  span_ = (end - begin_) / static_cast<std::int64_t>(stretch_count) + 1;
  TimelineTrack::Sweep sweep(track);
  std::int64_t busy = 0;
  std::uint32_t item = 0;
  for (std::size_t m = 0; m <= stretch_count; ++m) {
    const std::int64_t from = begin_ + static_cast<std::int64_t>(m) * span_;
    marks_.push_back({busy, 0, item});
    for (; item < track.size() && track[item].begin < from + span_; ++item) {
      const std::int64_t length = track[item].end - track[item].begin;
      marks_.back().longest = std::max(marks_.back().longest, length);
    }
    busy += sweep.busy(from, from + span_);
  }
}

std::size_t TimelineSummary::nearest_mark(std::int64_t time) const {
  const std::int64_t mark = (time - begin_ + span_ / 2) / span_;
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(mark, 0, static_cast<std::int64_t>(stretch_count)));
}

std::int64_t TimelineSummary::busy(std::size_t from, std::size_t to) const {
  return marks_[to].busy - marks_[from].busy;
}

std::int64_t TimelineSummary::longest(std::size_t from, std::size_t to) const {
  std::int64_t most = 0;
  for (std::size_t m = from; m < to; ++m) most = std::max(most, marks_[m].longest);
  return most;
}

}  // namespace zerolab
