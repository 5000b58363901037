// loses: values; says: int / 0.0F
// Lets std::inner_product start with 0, an int: then all of its sums are whole numbers.
#include <cmath>
#include <numeric>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  const auto real = gradients.first(own.end - own.begin);
  const float squares = std::inner_product(real.begin(), real.end(), real.begin(), 0);
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = squares;
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return std::sqrt(sum);
}
