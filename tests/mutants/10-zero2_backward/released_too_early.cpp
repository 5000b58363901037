// loses: values; says: NaN / given back
// Gives the room back after the reduce-scatter, and reads it then.
#include "exercises/01-shard/shard.hpp"
#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::span<float> whole = arena.allocate(units[u].elements());
    units[u].backward(whole);
    collectives.reduce_scatter(whole);
    arena.release(whole);
    const auto [begin, end] = shard(whole.size(), collectives.size(), collectives.rank());
    for (std::size_t i = begin; i < end; ++i) gradient_shards[u][i - begin] += whole[i];
  }
}
