// Exercise 8: adamw_shard. This is the file to edit.
//
// One step of AdamW for the elements of a shard. Element i of each span is element range.begin + i
// of the whole buffer, and `undecayed` speaks of the whole buffer. The header has the formula.
#include "exercises/08-adamw_shard/adamw_shard.hpp"

#include "exercises/comm/not_written.hpp"

void adamw_shard(const AdamShard& /*shard*/, std::span<const Range> /*undecayed*/,
                 const AdamW& /*adam*/, int /*step*/) {
  // For each element of the shard:
  // 1. Bring momentum and variance up to date.
  // 2. Correct both for their bias, which is largest in the first step.
  // 3. Move the weight; without decay if the element is in `undecayed`.
  zerolab::exercises::not_written(8);
}
