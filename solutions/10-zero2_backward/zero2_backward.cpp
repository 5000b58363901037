// Exercise 10, solved: whole gradients of one unit at a time.
//
// As soon as a unit's gradients are there they are reduce-scattered, and only the rank's chunk is
// kept. The next micro-step must not overwrite it: the chunk is added, so that the shard holds the
// sum over all micro-steps. That is also why stage 2 communicates in each of them.
#include "exercises/10-zero2_backward/zero2_backward.hpp"

#include "exercises/01-shard/shard.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u > 0; --u) {
    Unit& unit = units[u - 1];
    const std::span<float> kept = gradient_shards[u - 1];
    const std::span<float> gradients = arena.allocate(unit.elements());
    unit.backward(gradients);
    collectives.reduce_scatter(gradients);
    const Shard own = shard(gradients.size(), collectives.size(), collectives.rank());
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] += gradients[own.begin + i];
    arena.release(gradients);
  }
}
