// loses: memory; says: 1/N
// Plain data parallelism: all gradients, all states, all updates on every rank.
#include <algorithm>

#include "exercises/08-adamw_shard/adamw_shard.hpp"
#include "exercises/09-zero1_step/zero1_step.hpp"

void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step) {
  const Range all{0, parameters.size()};
  if (step == 1) {
    state.momentum = arena.allocate(all.size());
    state.variance = arena.allocate(all.size());
    std::fill(state.momentum.begin(), state.momentum.end(), 0.0F);
    std::fill(state.variance.begin(), state.variance.end(), 0.0F);
  }
  collectives.all_reduce(gradients);
  for (float& g : gradients) g /= static_cast<float>(collectives.size());
  adamw_shard({all, parameters, gradients, state.momentum, state.variance}, undecayed, adam, step);
}
