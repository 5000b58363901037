// loses: counts; says: a collective is missing
// Gathers each unit once, in the first micro-step, and keeps a copy on the heap.
#include <algorithm>
#include <map>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/11-zero3_unit/zero3_unit.hpp"

void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard) {
  static thread_local std::map<int, std::vector<float>> kept;
  const auto [begin, end] = shard(unit.elements(), collectives.size(), collectives.rank());
  std::vector<float>& copy = kept[unit.number()];
  if (copy.empty()) {
    copy.resize(unit.elements());
    std::copy(parameter_shard.begin(), parameter_shard.end(), copy.begin() + begin);
    collectives.all_gather(copy);
  }
  const std::span<float> parameters = arena.allocate(unit.elements());
  std::copy(copy.begin(), copy.end(), parameters.begin());
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
