// Valid: adds in double, and looks for the shard by its size alone.
#include <algorithm>

#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    const std::span<float> kept = gradient_shards[static_cast<std::size_t>(unit->number())];
    const std::span<float> whole = arena.allocate(unit->elements());
    unit->backward(whole);
    collectives.reduce_scatter(whole);
    const std::size_t n = collectives.size(), r = collectives.rank();
    const std::size_t begin = r * (whole.size() / n) + std::min(r, whole.size() % n);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      kept[i] = static_cast<float>(static_cast<double>(kept[i]) + whole[begin + i]);
    }
    arena.release(whole);
  }
}
