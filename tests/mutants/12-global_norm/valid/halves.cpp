// Valid: adds by halves, which rounds less; from the last rank down, which is one order for all,
// too.
#include <cmath>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/12-global_norm/global_norm.hpp"

namespace {

float sum_of_squares(std::span<const float> values) {
  if (values.empty()) return 0;
  if (values.size() == 1) return values[0] * values[0];
  const std::size_t half = values.size() / 2;
  return sum_of_squares(values.first(half)) + sum_of_squares(values.subspan(half));
}

}  // namespace

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const Shard own = shard(elements, collectives.size(), collectives.rank());
  std::vector<float> of_ranks(collectives.size());
  of_ranks[collectives.rank()] = sum_of_squares(gradients.first(own.end - own.begin));
  collectives.all_gather(of_ranks);
  float sum = 0;
  for (std::size_t rank = of_ranks.size(); rank > 0; --rank) sum += of_ranks[rank - 1];
  return std::sqrt(sum);
}
