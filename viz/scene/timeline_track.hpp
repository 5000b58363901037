// Items with a begin and an end, sorted by begin, and how busy they make any stretch of time.
//
// Busy is the sum of the items' parts in the stretch; where items overlap, each counts. F(t), the
// sum of all parts before t, comes from prefix sums. Of items that never overlap (the usual lane),
// with n begins before t:
//   F(t) = Σ of those n lengths − what of the last one lies behind t
// Of any others, with n_b begins and n_e ends before t:
//   F(t) = (n_b t − Σ of those begins) − (n_e t − Σ of those ends)
// Sums are taken modulo 2^64: those of times may overflow, the difference asked for does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zerolab {

class TimelineTrack {
 public:
  struct Item {
    std::int64_t begin = 0;
    std::int64_t end = 0;  // begin <= end
    std::uint32_t id = 0;  // whatever the owner knows it by
    int chunk = -1;        // of a message; of an operation its plan_op
  };

  TimelineTrack() = default;
  explicit TimelineTrack(std::vector<Item> items);

  std::size_t size() const { return begins_.size(); }
  Item operator[](std::size_t i) const { return {begins_[i], ends_[i], ids_[i], chunks_[i]}; }

  // The first item that ends after `time`, or an earlier one that a longer item hides: from there
  // on none is missed.
  std::size_t first_ending_after(std::int64_t time) const;

  // The first item, not before `hint`, that begins at or after `time`. Fast where it is near
  // `hint`.
  std::size_t first_beginning_from(std::int64_t time, std::size_t hint) const;

  std::int64_t busy(std::int64_t from, std::int64_t to) const;

  // The same for stretches that come one after the other, in passing.
  class Sweep {
   public:
    explicit Sweep(const TimelineTrack& track) : track_(track) {}

    std::int64_t busy(std::int64_t from, std::int64_t to);  // fast from the last call's `to` on

    // The first item that begins at or after the last call's `to`.
    std::size_t next() const { return begun_; }

   private:
    std::uint64_t busy_before(std::int64_t time);

    const TimelineTrack& track_;
    std::size_t begun_ = 0;
    std::size_t ended_ = 0;
    std::int64_t last_to_ = INT64_MIN;
    std::uint64_t last_sum_ = 0;  // busy_before(last_to_)
  };

  // The items of a chunk, by begin: beside each other in memory, since they are few among many.
  struct OfChunk {
    std::int64_t begin = 0;
    float length = 0;  // rounded
    std::uint32_t position = 0;
  };
  std::span<const OfChunk> of_chunk(int chunk) const;

 private:
  void index_disjoint();
  void index_overlapping();

  // One entry per item.
  std::vector<std::int64_t> begins_;
  std::vector<std::int64_t> ends_;
  std::vector<std::uint32_t> ids_;
  std::vector<int> chunks_;
  std::vector<OfChunk> by_chunk_;  // sorted by chunk

  bool disjoint_ = true;
  std::vector<std::uint64_t> sums_;  // [i]: lengths of the first i items; or their begins

  // Of overlapping items only.
  std::vector<std::int64_t> latest_ends_;  // the latest end up to each item
  std::vector<std::int64_t> sorted_ends_;
  std::vector<std::uint64_t> end_sums_;
};

}  // namespace zerolab
