// Valid: parameters and gradients in one block of the arena.
#include "exercises/01-shard/shard.hpp"
#include "exercises/11-zero3_unit/zero3_unit.hpp"

void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard) {
  const bool forward = pass == Pass::forward;
  const std::size_t n = unit.elements();
  const std::span<float> block = arena.allocate(forward ? n : 2 * n);
  const std::span<float> parameters = block.first(n);
  const auto [begin, end] = shard(n, collectives.size(), collectives.rank());
  for (std::size_t i = begin; i < end; ++i) parameters[i] = parameter_shard[i - begin];
  collectives.all_gather(parameters);
  if (forward) {
    unit.forward(parameters);
  } else {
    const std::span<float> gradients = block.last(n);
    unit.backward(parameters, gradients);
    collectives.reduce_scatter(gradients);
    for (std::size_t i = begin; i < end; ++i) gradient_shard[i - begin] += gradients[i];
  }
  arena.release(block);
}
