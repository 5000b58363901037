// loses: counts; says: all-reduce
// An all-reduce of the one number: it goes round the ring twice, and its order of additions is not
// that of the ranks.
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  float squares = 0;
  for (std::size_t i = 0; i < own.end - own.begin; ++i) squares += gradients[i] * gradients[i];
  collectives.all_reduce({&squares, 1});
  return std::sqrt(squares);
}
