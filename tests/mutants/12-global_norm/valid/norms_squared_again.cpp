// Valid: gathers norms, and squares them again. The local norm is scaled by the largest element, as
// libraries of linear algebra do, so that no square overflows.
#include <algorithm>
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  float largest = 0;
  for (std::size_t i = 0; i < own.end - own.begin; ++i) {
    largest = std::max(largest, std::abs(gradients[i]));
  }
  double scaled = 0;
  for (std::size_t i = 0; i < own.end - own.begin; ++i) {
    scaled += std::pow(gradients[i] / largest, 2);
  }
  std::vector<float> norms(collectives.size());
  norms[collectives.rank()] = largest * static_cast<float>(std::sqrt(scaled));
  collectives.all_gather(norms);
  double norm = 0;
  for (const float of_rank : norms) norm = std::hypot(norm, of_rank);
  return static_cast<float>(norm);
}
