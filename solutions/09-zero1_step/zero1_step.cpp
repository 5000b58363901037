// Exercise 9, solved: the all-reduce of data parallelism, cut in two, with the update between.
//
// After the reduce-scatter a rank has the sum of all ranks' gradients in one chunk, which is all
// that it needs to update the same chunk of the parameters; momentum and variance of the rest it
// never sees. What the all-gather moves are parameters. Both together move what an all-reduce of
// the gradients would.
#include "exercises/09-zero1_step/zero1_step.hpp"

#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/08-adamw_shard/adamw_shard.hpp"

void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step) {
  const Shard own = shard(parameters.size(), collectives.size(), collectives.rank());
  const std::size_t count = own.end - own.begin;
  if (step == 1) {
    state.momentum = arena.allocate(count);
    state.variance = arena.allocate(count);
    std::fill(state.momentum.begin(), state.momentum.end(), 0.0F);
    std::fill(state.variance.begin(), state.variance.end(), 0.0F);
  }

  collectives.reduce_scatter(gradients);
  const std::span<float> mean = gradients.subspan(own.begin, count);
  for (float& gradient : mean) gradient /= static_cast<float>(collectives.size());

  const Range range{own.begin, own.end};
  adamw_shard({range, parameters.subspan(own.begin, count), mean, state.momentum, state.variance},
              undecayed, adam, step);
  collectives.all_gather(parameters);
}
