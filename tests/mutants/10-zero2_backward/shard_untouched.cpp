// loses: values; says: as it was before
// Leaves the sum where it is, and gives it back.
#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::span<float> whole = arena.allocate(units[u].elements());
    units[u].backward(whole);
    collectives.reduce_scatter(whole);
    arena.release(whole);
  }
}
