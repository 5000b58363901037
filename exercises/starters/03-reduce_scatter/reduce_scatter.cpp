// Exercise 3: reduce_scatter. This is the file to edit.
//
// Every rank has its own numbers in `buffer`. Afterwards chunk r of rank r's buffer is the sum of
// chunk r over all ranks; the other chunks may hold anything. Chunks are those of exercise 1 (you
// may call shard). N-1 steps; in each, a rank sends one chunk to rank r+1 and receives one from
// rank r-1. An empty chunk is an empty message: send it all the same.
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

#include "exercises/comm/not_written.hpp"

void reduce_scatter(Comm& /*comm*/, std::span<float> /*buffer*/) {
  // For each step:
  // 1. Which chunk goes to the right? It must have been added into in the step before.
  // 2. Which chunk comes from the left? Receive it into memory of its own.
  // 3. Add what came to your own numbers.
  zerolab::exercises::not_written(3);
}
