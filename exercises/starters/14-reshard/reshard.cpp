// Exercise 14: reshard. This is the file to edit.
//
// The same buffers, cut for another number of ranks. Both cuts are those of exercise 1, so every
// rank can work out which elements it has, which it needs, and who has those.
#include "exercises/14-reshard/reshard.hpp"

#include "exercises/comm/not_written.hpp"

void reshard(Comm& /*comm*/, std::size_t /*elements*/, int /*old_ranks*/, int /*new_ranks*/,
             std::span<const std::span<const float>> /*old_states*/,
             std::span<const std::span<float>> /*new_states*/) {
  // 1. Copy what this rank has before and after.
  // 2. For every other rank: which of my old elements are in its new shard, and which of its old
  //    ones in mine? Those move, one message per state; where there are none, nothing is sent.
  zerolab::exercises::not_written(14);
}
