#include "viz/scene/timeline_track.hpp"

#include <algorithm>

namespace zerolab {

namespace {

// The first index, from `low` on, whose value is not below `time`: in steps that double, then by
// halves. Near ones are found in a few reads.
std::size_t gallop(const std::vector<std::int64_t>& values, std::size_t low, std::int64_t time) {
  const std::size_t count = values.size();
  std::size_t reach = 1;
  while (low < count && values[low] < time) {
    if (low + reach < count && values[low + reach] < time) {
      low += reach;
      reach *= 2;
      continue;
    }
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(low + 1);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(low + reach, count));
    return static_cast<std::size_t>(std::lower_bound(begin, end, time) - values.begin());
  }
  return low;
}

}  // namespace

TimelineTrack::TimelineTrack(std::vector<Item> items) {
  if (!std::ranges::is_sorted(items, {}, &Item::begin)) {
    std::ranges::stable_sort(items, {}, &Item::begin);
  }
  begins_.reserve(items.size());
  ends_.reserve(items.size());
  ids_.reserve(items.size());
  chunks_.reserve(items.size());
  for (const Item& item : items) {
    disjoint_ = disjoint_ && (ends_.empty() || ends_.back() <= item.begin);
    begins_.push_back(item.begin);
    ends_.push_back(item.end);
    ids_.push_back(item.id);
    chunks_.push_back(item.chunk);
  }
  if (disjoint_) {
    index_disjoint();
  } else {
    index_overlapping();
  }
  by_chunk_.reserve(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    by_chunk_.push_back({items[i].begin, static_cast<float>(items[i].end - items[i].begin), i});
  }
  std::ranges::stable_sort(by_chunk_, {},
                           [&](const OfChunk& item) { return chunks_[item.position]; });
}

void TimelineTrack::index_disjoint() {
  sums_.reserve(size() + 1);
  sums_.push_back(0);
  for (std::size_t i = 0; i < size(); ++i) {
    sums_.push_back(sums_.back() + static_cast<std::uint64_t>(ends_[i] - begins_[i]));
  }
}

void TimelineTrack::index_overlapping() {
  sorted_ends_ = ends_;
  std::ranges::sort(sorted_ends_);
  sums_.push_back(0);
  end_sums_.push_back(0);
  for (std::size_t i = 0; i < size(); ++i) {
    latest_ends_.push_back(i == 0 ? ends_[i] : std::max(latest_ends_.back(), ends_[i]));
    sums_.push_back(sums_.back() + static_cast<std::uint64_t>(begins_[i]));
    end_sums_.push_back(end_sums_.back() + static_cast<std::uint64_t>(sorted_ends_[i]));
  }
}

std::size_t TimelineTrack::first_ending_after(std::int64_t time) const {
  const auto& latest = disjoint_ ? ends_ : latest_ends_;
  return static_cast<std::size_t>(std::ranges::upper_bound(latest, time) - latest.begin());
}

std::size_t TimelineTrack::first_beginning_from(std::int64_t time, std::size_t hint) const {
  return gallop(begins_, std::min(hint, size()), time);
}

std::uint64_t TimelineTrack::Sweep::busy_before(std::int64_t time) {
  begun_ = gallop(track_.begins_, begun_, time);
  if (track_.disjoint_) {
    const std::int64_t last_end = begun_ > 0 ? track_.ends_[begun_ - 1] : time;
    const auto behind = static_cast<std::uint64_t>(std::max<std::int64_t>(last_end - time, 0));
    return track_.sums_[begun_] - behind;
  }
  ended_ = gallop(track_.sorted_ends_, ended_, time);
  const auto t = static_cast<std::uint64_t>(time);
  return (begun_ * t - track_.sums_[begun_]) - (ended_ * t - track_.end_sums_[ended_]);
}

std::int64_t TimelineTrack::Sweep::busy(std::int64_t from, std::int64_t to) {
  if (track_.size() == 0) return 0;
  if (from < last_to_) begun_ = ended_ = 0;
  const std::uint64_t before = from == last_to_ ? last_sum_ : busy_before(from);
  last_to_ = std::max(from, to);
  last_sum_ = busy_before(last_to_);
  return static_cast<std::int64_t>(last_sum_ - before);
}

std::int64_t TimelineTrack::busy(std::int64_t from, std::int64_t to) const {
  return Sweep(*this).busy(from, to);
}

std::span<const TimelineTrack::OfChunk> TimelineTrack::of_chunk(int chunk) const {
  const auto range = std::ranges::equal_range(
      by_chunk_, chunk, {}, [&](const OfChunk& item) { return chunks_[item.position]; });
  return {range.begin(), range.end()};
}

}  // namespace zerolab
