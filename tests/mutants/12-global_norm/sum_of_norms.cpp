// loses: values; says: norms are added up
// Adds the ranks' norms, as if they lay on one line: 3 and 4 make 5, not 7.
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
  of_ranks[collectives.rank()] = std::sqrt(squares);
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return sum;
}
