// The reference version of exercise 8: the formula, element by element.
#include <algorithm>
#include <cmath>

#include "exercises/08-adamw_shard/adamw_shard.hpp"

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  const auto t = static_cast<float>(step);
  const float of_momentum = 1 - std::pow(adam.beta1, t);
  const float of_variance = 1 - std::pow(adam.beta2, t);
  for (std::size_t i = 0; i < shard.range.size(); ++i) {
    const std::size_t place = shard.range.begin + i;
    const bool decays = std::ranges::none_of(
        undecayed, [&](const Range& range) { return range.begin <= place && place < range.end; });
    const float g = shard.gradients[i];
    float& w = shard.weights[i];
    float& m = shard.momentum[i];
    float& v = shard.variance[i];
    m = adam.beta1 * m + (1 - adam.beta1) * g;
    v = adam.beta2 * v + (1 - adam.beta2) * g * g;
    const float direction = m / of_momentum / (std::sqrt(v / of_variance) + adam.epsilon);
    w -= adam.learning_rate * (direction + (decays ? adam.weight_decay * w : 0));
  }
}
