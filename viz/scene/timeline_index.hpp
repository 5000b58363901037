// What happens on each rank's lanes, sorted for drawing: a window of a million events is drawn in
// time proportional to its pixels, not its events.
//
// There is one track per rank and lane on each of two axes. Measured: nanoseconds, an item per
// event. Logical: an item per transfer (slices folded) or operation, one beat being logical_beat
// long; transfers that a rank makes in one beat lie side by side. Built once per story.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "viz/playback/story.hpp"
#include "viz/scene/plan_outline.hpp"
#include "viz/scene/timeline_summary.hpp"
#include "viz/scene/timeline_track.hpp"
#include "viz/scene/view.hpp"

namespace zerolab {

enum class TimelineLane { compute, send, receive };
inline constexpr std::array all_timeline_lanes{TimelineLane::compute, TimelineLane::send,
                                               TimelineLane::receive};
std::string_view to_string(TimelineLane lane);

inline constexpr std::int64_t logical_beat = std::int64_t{1} << 20;

// One item in full, whichever axis it was found on. -1: none.
struct TimelineItem {
  EventKind kind = EventKind::operation;
  int rank = 0;
  int peer = -1;
  int train_step = -1;
  int micro_step = -1;
  int plan_op = -1;
  int unit = -1;
  int collective_id = -1;
  int step = -1;
  int chunk = -1;
  int slice = -1;   // on the measured axis
  int slices = -1;  // on the logical axis
  Combine combine = Combine::copy;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

// How an operation is called, from the longest to the shortest.
struct OpLabel {
  std::string words;  // "forward of block 0"
  std::string word;   // "forward"
  std::string letter;
  OpKind kind = OpKind::forward;
};

class TimelineIndex {
 public:
  // Borrows the story.
  explicit TimelineIndex(const Story& story);

  // Whether any rank has something on that lane. Compute has operations of the plan only.
  bool has(TimelineLane lane) const { return has_[static_cast<std::size_t>(lane)]; }

  const TimelineTrack& track(TimeAxis axis, int rank, TimelineLane lane) const;

  // Of that track.
  const TimelineSummary& summary(TimeAxis axis, int rank, TimelineLane lane) const;

  // The operations of the rank, or, without a plan, the collectives of rank 0; they never overlap
  // in a trace of ours.
  const TimelineTrack& spans(TimeAxis axis, int rank) const;

  // The item with that TimelineTrack::id on `lane` of a rank.
  TimelineItem item(TimeAxis axis, int rank, TimelineLane lane, std::uint32_t id) const;

  // From the first item's begin to the last one's end.
  struct Extent {
    std::int64_t from = 0;
    std::int64_t to = 0;
  };
  Extent extent(TimeAxis axis) const;

  // The beats that have a part in that stretch of measured time, as logical times.
  Extent logical_extent(Extent measured) const;

  const PlanOutline& outline() const { return outline_; }
  // Null for what is no operation of the plan.
  const OpLabel* label(int plan_op) const;

 private:
  using Items = std::vector<TimelineTrack::Item>;

  void index_events();
  void index_beats();
  void index_moves(std::size_t beat, std::vector<Items>& items) const;
  void label_operations();

  const Story& story_;
  PlanOutline outline_;
  std::vector<OpLabel> labels_;  // by plan_op
  std::array<bool, 3> has_{};
  std::int64_t first_ns_ = 0;
  // Places in the vectors of tracks and summaries.
  static std::size_t measured_place(int rank, TimelineLane lane);
  static std::size_t logical_place(int rank, TimelineLane lane);

  std::vector<TimelineTrack> measured_;  // [rank][lane]
  std::vector<TimelineTrack> logical_;   // the operations, then [rank][send, receive]
  std::vector<TimelineSummary> measured_summaries_;
  std::vector<TimelineSummary> logical_summaries_;
  std::vector<TimelineItem> stations_;  // the logical axis's operations and collectives
  TimelineTrack logical_collectives_;
  TimelineTrack measured_collectives_;  // of rank 0
};

}  // namespace zerolab
