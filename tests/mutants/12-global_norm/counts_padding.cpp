// loses: edges; says: padding is counted
// Adds up the whole span, and with it the padding of the shorter shards.
#include <cmath>
#include <vector>

#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t /*elements*/) {
  float squares = 0;
  for (const float gradient : gradients) squares += gradient * gradient;
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = squares;
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (const float of_rank : of_ranks) sum += of_rank;
  return std::sqrt(sum);
}
