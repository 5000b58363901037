// Valid: a function that gathers, and one for each pass; nothing is called for a unit without
// elements but its passes.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/11-zero3_unit/zero3_unit.hpp"

static std::span<float> whole(Collectives& collectives, Arena& arena, const Unit& unit,
                              std::span<const float> part) {
  const std::span<float> all = arena.allocate(unit.elements());
  const Shard own = shard(all.size(), collectives.size(), collectives.rank());
  std::copy(part.begin(), part.end(), all.begin() + own.begin);
  if (!all.empty()) collectives.all_gather(all);
  return all;
}

static void backward(Collectives& collectives, Arena& arena, Unit& unit,
                     std::span<const float> part, std::span<float> sums) {
  const std::span<float> parameters = whole(collectives, arena, unit, part);
  const std::span<float> gradients = arena.allocate(unit.elements());
  unit.backward(parameters, gradients);
  arena.release(parameters);
  if (!gradients.empty()) collectives.reduce_scatter(gradients);
  const Shard own = shard(gradients.size(), collectives.size(), collectives.rank());
  for (std::size_t i = own.end; i-- > own.begin;) sums[i - own.begin] += gradients[i];
  arena.release(gradients);
}

void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard) {
  if (pass == Pass::forward) {
    const std::span<float> parameters = whole(collectives, arena, unit, parameter_shard);
    unit.forward(parameters);
    arena.release(parameters);
  } else {
    backward(collectives, arena, unit, parameter_shard, gradient_shard);
  }
}
