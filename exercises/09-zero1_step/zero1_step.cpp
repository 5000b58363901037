// Exercise 9: zero1_step. This is the file to edit.
//
// A training step of ZeRO stage 1: every rank has all parameters and all gradients, and keeps
// momentum and variance of its own shard only. So it updates that shard, and gets the others'.
#include "exercises/09-zero1_step/zero1_step.hpp"

#include "exercises/comm/not_written.hpp"

void zero1_step(Collectives& /*collectives*/, Arena& /*arena*/, std::span<float> /*parameters*/,
                std::span<float> /*gradients*/, OptimizerState& /*state*/,
                std::span<const Range> /*undecayed*/, const AdamW& /*adam*/, int /*step*/) {
  // 1. In the first step: take momentum and variance of the own shard from the arena; zeros.
  // 2. Reduce-scatter the gradients, and divide the own chunk by the number of ranks.
  // 3. Update the own shard of the parameters: adamw_shard of exercise 8.
  // 4. All-gather the parameters.
  zerolab::exercises::not_written(9);
}
