// loses: values; says: int / 0.0F
// Lets std::accumulate start with 0, an int, when it adds the ranks' numbers.
#include <cmath>
#include <numeric>
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
  collectives.all_gather(of_ranks);
  const float sum = std::accumulate(of_ranks.begin(), of_ranks.end(), 0);
  return std::sqrt(sum);
}
