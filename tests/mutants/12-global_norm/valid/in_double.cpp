// Valid: adds in double, and lets one rank alone go without a collective.
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  double squares = 0;
  for (std::size_t i = own.begin; i < own.end; ++i) {
    const double gradient = gradients[i - own.begin];
    squares += gradient * gradient;
  }
  if (collectives.size() == 1) return static_cast<float>(std::sqrt(squares));
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = static_cast<float>(squares);
  collectives.all_gather(of_ranks);
  double sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return static_cast<float>(std::sqrt(sum));
}
