// Exercise 11, solved: gather, use, release, and in the backward pass once more.
//
// Between two passes a rank has nothing of a unit but its shards. The second all-gather is the
// price: stage 3 moves 3Ψ(N-1)/N per micro-step where stage 1 moves 2Ψ(N-1)/N per step.
#include "exercises/11-zero3_unit/zero3_unit.hpp"

#include <algorithm>

#include "exercises/01-shard/shard.hpp"

void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard) {
  const Shard own = shard(unit.elements(), collectives.size(), collectives.rank());
  const std::size_t count = own.end - own.begin;

  const std::span<float> parameters = arena.allocate(unit.elements());
  const std::span<float> mine = parameters.subspan(own.begin, count);
  std::copy(parameter_shard.begin(), parameter_shard.end(), mine.begin());
  collectives.all_gather(parameters);

  if (pass == Pass::forward) {
    unit.forward(parameters);
    arena.release(parameters);
    return;
  }

  const std::span<float> gradients = arena.allocate(unit.elements());
  unit.backward(parameters, gradients);
  arena.release(parameters);
  collectives.reduce_scatter(gradients);
  for (std::size_t i = 0; i < count; ++i) gradient_shard[i] += gradients[own.begin + i];
  arena.release(gradients);
}
