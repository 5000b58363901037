// Valid: takes the variance before the momentum, updates in halves, and clears the gradients.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/08-adamw_shard/adamw_shard.hpp"
#include "exercises/09-zero1_step/zero1_step.hpp"

void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step) {
  const auto [begin, end] = shard(parameters.size(), collectives.size(), collectives.rank());
  const Range own{begin, end};
  if (step == 1) {
    state.variance = arena.allocate(own.size());
    state.momentum = arena.allocate(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) state.momentum[i] = state.variance[i] = 0;
  }
  collectives.reduce_scatter(gradients);
  const std::size_t half = own.size() / 2;
  for (const Range part : {Range{half, own.size()}, Range{0, half}}) {
    const std::span<float> mean = gradients.subspan(own.begin + part.begin, part.size());
    for (float& g : mean) g /= static_cast<float>(collectives.size());
    adamw_shard({{own.begin + part.begin, own.begin + part.end},
                 parameters.subspan(own.begin + part.begin, part.size()),
                 mean,
                 state.momentum.subspan(part.begin, part.size()),
                 state.variance.subspan(part.begin, part.size())},
                undecayed, adam, step);
  }
  std::fill(gradients.begin(), gradients.end(), 0.0F);
  collectives.all_gather(parameters);
}
