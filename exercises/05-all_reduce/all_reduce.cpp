// Exercise 5: all_reduce. This is the file to edit.
//
// Every rank has its own numbers in `buffer`. Afterwards every rank's buffer is the sum over all
// ranks. 2(N-1) steps round the ring: N-1 in which chunks are summed up, N-1 in which the sums go
// round. You may call shard, reduce_scatter and all_gather (include their headers), or write both
// loops here. Buffers may have fewer elements than there are ranks.
#include "exercises/05-all_reduce/all_reduce.hpp"

#include "exercises/comm/not_written.hpp"

void all_reduce(Comm& /*comm*/, std::span<float> /*buffer*/) {
  // 1. Sum up: afterwards each rank has one chunk of the sum.
  // 2. Pass the sums round: afterwards each rank has all chunks.
  zerolab::exercises::not_written(5);
}
