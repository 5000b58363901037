// loses: counts; says: reduce-scatter
// Reduce-scatters the numbers before it gathers them, to be on the safe side.
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  float squares = 0;
  for (std::size_t i = 0; i < own.end - own.begin; ++i) squares += gradients[i] * gradients[i];
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = squares;
  collectives.reduce_scatter(of_ranks);
  of_ranks[collectives.rank()] = squares;
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return std::sqrt(sum);
}
