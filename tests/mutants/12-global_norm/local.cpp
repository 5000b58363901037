// loses: values; says: rank's own shard / others'
// The norm of the own shard: each rank would clip by another factor.
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  float squares = 0;
  for (std::size_t i = 0; i < own.end - own.begin; ++i) squares += gradients[i] * gradients[i];
  return std::sqrt(squares);
}
