// loses: edges; says: rounded down
// Takes elements / N for the length of every shard.
#include <cmath>
#include <vector>

#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const std::size_t length = elements / collectives.size();
  float squares = 0;
  for (std::size_t i = 0; i < length; ++i) squares += gradients[i] * gradients[i];
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = squares;
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return std::sqrt(sum);
}
