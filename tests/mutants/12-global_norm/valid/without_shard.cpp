// Valid: works out the length of its shard itself, and gathers into an array.
#include <array>
#include <cmath>
#include <numeric>

#include "exercises/12-global_norm/global_norm.hpp"

float global_norm(Collectives& collectives, std::span<const float> gradients,
                  std::size_t elements) {
  const std::size_t ranks = collectives.size();
  const std::size_t rank = collectives.rank();
  const auto real = gradients.first(elements / ranks + (rank < elements % ranks ? 1 : 0));
  std::array<float, 64> numbers{};
  numbers[rank] = std::inner_product(real.begin(), real.end(), real.begin(), 0.0F);
  collectives.all_gather(std::span(numbers).first(ranks));
  return std::sqrt(std::accumulate(numbers.begin(), numbers.end(), 0.0F));
}
