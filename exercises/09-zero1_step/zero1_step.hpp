// Exercise 9: one training step of ZeRO stage 1.
#pragma once

#include <span>

#include "core/base/range.hpp"
#include "exercises/zero/adamw.hpp"
#include "exercises/zero/arena.hpp"
#include "exercises/zero/collectives.hpp"

using zerolab::Range;
using zerolab::exercises::AdamW;
using zerolab::exercises::Arena;
using zerolab::exercises::Collectives;

// What a rank keeps from step to step, besides the parameters: of its shard only. Empty before the
// first step.
struct OptimizerState {
  std::span<float> momentum;
  std::span<float> variance;
};

// `parameters` and `gradients` are whole, Ψ elements each, on every rank: the parameters equal, the
// gradients those of the rank's own data. Updates the parameters, on all ranks, by AdamW with the
// mean of the gradients: reduce-scatter, update of the own shard, all-gather. The contents of
// `gradients` may be used up. In the first step (step = 1) takes momentum and variance from the
// arena; every step leaves them in `state`. The elements in `undecayed` have no weight decay.
void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step);
