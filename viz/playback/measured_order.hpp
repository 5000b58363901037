// In which order and when the moves of a trace were done, by its clock.
//
// A move arrives at its end_ns. Where clocks of several machines disagree by more than their error,
// a chunk may seem to be passed on before it came; then it arrives when what it needs has: after
// the earlier moves into its two cells and out of its destination. So the end is the same as in
// steps.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

struct MeasuredOrder {
  // By position: a collective's moves take the positions that they have in Story::moves, and are
  // sorted by arrival among them. A batch is what arrives at once in one beat.
  std::vector<ChunkMove> moves;
  std::vector<std::int64_t> arrival_ns;  // at least the move's end_ns
  std::vector<bool> opens_batch;
  std::vector<std::int64_t> earliest_begin_ns;  // from here to the collective's last move

  // All moves of the trace by arrival.
  std::vector<std::uint32_t> overall;  // indices into Story::moves
  std::vector<std::int64_t> overall_arrival_ns;
};

MeasuredOrder measured_order(const Story& story);

}  // namespace zerolab
