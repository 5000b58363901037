// A trace retold in logical time: what happened between which two states, slices folded.
//
// A trace says when each slice moved on each rank. A reader who steps through a collective wants
// to know instead: in step 2, who sent which chunk to whom? So the events are grouped into beats.
// A beat is one step of one collective, on all ranks together, or one operation of the plan in
// which nothing is sent. The beats come in the order in which rank 0 issued them; all ranks issue
// the same operations and collectives in the same order, though not at the same time.
//
// Built once, never changed; Playback answers "what is the state at …" from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/range.hpp"
#include "core/trace/trace.hpp"

namespace zerolab {

// One transfer: all its slices together. Its times are measured ones, nanoseconds since the trace's
// start: the receiver's first slice begins at begin_ns, its last ends at end_ns.
struct ChunkMove {
  int source = 0;
  int destination = 0;
  int chunk = 0;
  Combine combine = Combine::copy;
  int slices = 1;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;

  friend bool operator==(const ChunkMove&, const ChunkMove&) = default;
};

// What happens between two states.
struct Beat {
  enum class Kind {
    step,      // a step of a collective: its moves
    operation  // an operation of the plan, or a collective, in which nothing moves
  };
  Kind kind = Kind::step;
  int collective_id = -1;  // -1: none
  int step = -1;           // of the schedule; -1: none
  int train_step = -1;     // these four: -1 where the trace does not say
  int micro_step = -1;
  int plan_op = -1;
  int unit = -1;
  std::size_t first_move = 0;  // into Story::moves
  std::size_t move_count = 0;
  std::int64_t begin_ns = 0;  // the earliest begin of its events on any rank
  std::int64_t end_ns = 0;    // the latest end
};

// The bytes of one category changed on one rank.
struct MemoryChange {
  int rank = 0;
  MemoryCategory category = MemoryCategory::parameters;
  std::int64_t bytes = 0;  // held from then on
  std::int64_t at_ns = 0;
};

class Story {
 public:
  // Throws an input Error where the events contradict each other or the header (a rank outside the
  // world, a send without its receive, a chunk outside its collective): traces read from files have
  // been checked for most of that by read_chrome_trace.
  explicit Story(Trace trace);

  const TraceHeader& header() const { return trace_.header; }
  const std::vector<Event>& events() const { return trace_.events; }  // for timelines
  int world_size() const { return trace_.header.world_size; }

  const std::vector<Beat>& beats() const { return beats_; }
  std::span<const ChunkMove> moves_of(const Beat& beat) const {
    return std::span(moves_).subspan(beat.first_move, beat.move_count);
  }
  std::span<const ChunkMove> moves() const { return moves_; }

  // The beats [first, last) of a collective; empty where it has none. They are neighbours.
  Range beats_of_collective(int collective_id) const;

  // All changes of memory in the order of beats: those with index first_change(b) …
  // first_change(b+1) belong to beat b, which means that they show while beat b is under way and
  // after it. first_change(beats().size()) is their number.
  const std::vector<MemoryChange>& memory_changes() const { return memory_changes_; }
  std::size_t first_change(std::size_t beat) const { return first_changes_[beat]; }

  // The last event's end.
  std::int64_t duration_ns() const { return duration_ns_; }

 private:
  Trace trace_;
  std::vector<Beat> beats_;
  std::vector<ChunkMove> moves_;         // by beat; in a beat by source, then chunk
  std::vector<Range> collective_beats_;  // by collective id
  std::vector<MemoryChange> memory_changes_;
  std::vector<std::size_t> first_changes_;  // by beat, one more at the end
  std::int64_t duration_ns_ = 0;
};

}  // namespace zerolab
