// loses: edges; says: where N divides the unit
// Finds its chunk at rank times the size of its own shard: the ranks behind the longer ones take
// too low a place.
#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::span<float> whole = arena.allocate(units[u].elements());
    units[u].backward(whole);
    collectives.reduce_scatter(whole);
    const std::span<float> kept = gradient_shards[u];
    for (std::size_t i = 0; i < kept.size(); ++i) {
      kept[i] += whole[collectives.rank() * kept.size() + i];
    }
    arena.release(whole);
  }
}
