// loses: edges; says: another number of elements
// Rounds the unit up to a multiple of N, so that all chunks are equal.
#include <algorithm>

#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  const std::size_t n = collectives.size();
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::size_t size = (units[u].elements() + n - 1) / n;
    const std::span<float> whole = arena.allocate(size * n);
    std::fill(whole.begin(), whole.end(), 0.0F);
    units[u].backward(whole.first(units[u].elements()));
    collectives.reduce_scatter(whole);
    const std::span<float> kept = gradient_shards[u];
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] += whole[collectives.rank() * size + i];
    arena.release(whole);
  }
}
