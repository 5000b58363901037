// Slices folded: each transfer of a trace as one record, its send and its receive joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

struct FoldedMove {
  int collective_id = 0;
  int step = 0;
  ChunkMove move;
  std::int64_t begin_ns = 0;  // of its first event on either rank
  std::int64_t end_ns = 0;    // of its last
  std::size_t event = 0;      // one of its events, which bears its labels
};

// By collective, step, source, chunk and destination. Throws an input Error for a send without its
// receive and the reverse, one that occurs twice, two ends that differ in size, and a transfer that
// names no collective, step or chunk.
std::vector<FoldedMove> fold_slices(const std::vector<Event>& events);

}  // namespace zerolab
