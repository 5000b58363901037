// loses: values; says: of the step before
// Moves the weight first, and brings momentum and variance up to date afterwards.
#include <cmath>

#include "exercises/08-adamw_shard/adamw_shard.hpp"

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  const float of_momentum = 1 - std::pow(adam.beta1, static_cast<float>(step));
  const float of_variance = 1 - std::pow(adam.beta2, static_cast<float>(step));
  for (std::size_t i = 0; i < shard.weights.size(); ++i) {
    const std::size_t place = shard.range.begin + i;
    float decay = adam.weight_decay;
    for (const Range& range : undecayed) {
      if (range.begin <= place && place < range.end) decay = 0;
    }
    const float g = shard.gradients[i];
    float& m = shard.momentum[i];
    float& v = shard.variance[i];
    float& w = shard.weights[i];
    const float direction = m / of_momentum / (std::sqrt(v / of_variance) + adam.epsilon);
    w -= adam.learning_rate * (direction + decay * w);
    m = adam.beta1 * m + (1 - adam.beta1) * g;
    v = adam.beta2 * v + (1 - adam.beta2) * g * g;
  }
}
