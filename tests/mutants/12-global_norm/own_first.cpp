// loses: edges; says: last bits / same order
// Starts with its own number and goes round the ring: every rank adds in another order.
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
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (int k = 0; k < collectives.size(); ++k) {
    sum += of_ranks[(collectives.rank() + k) % collectives.size()];
  }
  return std::sqrt(sum);
}
