// Exercise 10: zero2_backward. This is the file to edit.
//
// The backward pass of one micro-step in ZeRO stage 2: of every unit a rank keeps the shard of the
// gradients, summed over ranks and micro-steps. Whole gradients live for a moment, in the arena.
#include "exercises/10-zero2_backward/zero2_backward.hpp"

#include "exercises/comm/not_written.hpp"

void zero2_backward(Collectives& /*collectives*/, Arena& /*arena*/, std::span<Unit> /*units*/,
                    std::span<const std::span<float>> /*gradient_shards*/) {
  // For each unit, from the last to the first:
  // 1. Take room for its whole gradients from the arena, and run its backward pass.
  // 2. Reduce-scatter them.
  // 3. Add the own chunk to what the shard holds.
  // 4. Give the room back.
  zerolab::exercises::not_written(10);
}
