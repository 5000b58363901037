// Valid: keeps the sum in room for a shard of its own before it is added, and gives the large room
// back at once.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/10-zero2_backward/zero2_backward.hpp"

void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards) {
  for (std::size_t u = units.size(); u-- > 0;) {
    const std::span<float> whole = arena.allocate(units[u].elements());
    units[u].backward(whole);
    collectives.reduce_scatter(whole);
    const auto [begin, end] = shard(whole.size(), collectives.size(), collectives.rank());
    const std::span<float> sum = arena.allocate(end - begin);
    std::copy(whole.begin() + begin, whole.begin() + end, sum.begin());
    arena.release(whole);
    for (std::size_t i = 0; i < sum.size(); ++i) gradient_shards[u][i] += sum[i];
    arena.release(sum);
  }
}
