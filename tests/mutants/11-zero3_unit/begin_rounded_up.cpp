// loses: edges; says: is not there yet / shard(elements, N, rank).begin
// Finds its place at rank times ⌈n/N⌉.
#include <algorithm>

#include "exercises/11-zero3_unit/zero3_unit.hpp"

void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard) {
  const std::size_t n = collectives.size();
  const std::size_t size = (unit.elements() + n - 1) / n;
  const std::size_t begin = std::min(collectives.rank() * size, unit.elements());
  const std::size_t end = std::min(begin + parameter_shard.size(), unit.elements());
  const std::span<float> parameters = arena.allocate(unit.elements());
  std::copy_n(parameter_shard.begin(), end - begin, parameters.begin() + begin);
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
  for (std::size_t i = begin; i < end; ++i) gradient_shard[i - begin] += gradients[i];
  arena.release(gradients);
}
