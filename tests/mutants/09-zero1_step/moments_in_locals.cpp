// loses: values; says: begin from zero in every step / `state`
// Has momentum and variance in local variables, which end with the step.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/08-adamw_shard/adamw_shard.hpp"
#include "exercises/09-zero1_step/zero1_step.hpp"

void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step) {
  const auto [begin, end] = shard(parameters.size(), collectives.size(), collectives.rank());
  const Range own{begin, end};
  collectives.reduce_scatter(gradients);
  const std::span<float> mean = gradients.subspan(own.begin, own.size());
  for (float& g : mean) g /= static_cast<float>(collectives.size());
  std::vector<float> momentum(own.size());
  std::vector<float> variance(own.size());
  const std::span<float> weights = parameters.subspan(own.begin, own.size());
  adamw_shard({own, weights, mean, momentum, variance}, undecayed, adam, step);
  collectives.all_gather(parameters);
}
