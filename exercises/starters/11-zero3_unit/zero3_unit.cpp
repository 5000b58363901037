// Exercise 11: zero3_unit. This is the file to edit.
//
// One pass of one unit in ZeRO stage 3: its parameters lie in shards, so they are gathered before
// each pass, used, and given back. The gradients end in shards too, as in exercise 10.
#include "exercises/11-zero3_unit/zero3_unit.hpp"

#include "exercises/comm/not_written.hpp"

void zero3_unit(Collectives& /*collectives*/, Arena& /*arena*/, Unit& /*unit*/, Pass /*pass*/,
                std::span<const float> /*parameter_shard*/, std::span<float> /*gradient_shard*/) {
  // 1. Take room for the whole parameters from the arena, put the own shard in its place, and
  //    all-gather the others'.
  // 2. Forward: run it, and give the parameters back.
  // 3. Backward: run it with room for the whole gradients; reduce-scatter them, add the own chunk
  //    to gradient_shard, and give back all that was taken.
  zerolab::exercises::not_written(11);
}
