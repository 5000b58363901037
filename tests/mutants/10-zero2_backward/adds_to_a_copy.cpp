// loses: values; says: as it was before
// Adds the chunk to a copy of the shard.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::span<float> whole = arena.allocate(units[u].elements());
    units[u].backward(whole);
    collectives.reduce_scatter(whole);
    const auto [begin, end] = shard(whole.size(), collectives.size(), collectives.rank());
    std::vector<float> kept(gradient_shards[u].begin(), gradient_shards[u].end());
    for (std::size_t i = begin; i < end; ++i) kept[i - begin] += whole[i];
    arena.release(whole);
  }
}
