// loses: edges; says: begins before the shard
// Moves the ranges to the shard. The difference of two unsigned numbers is huge where a range
// begins before the shard, so that a tensor that lies in two shards has no decay in the first of
// them only.
#include <cmath>

#include "exercises/08-adamw_shard/adamw_shard.hpp"

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  const float of_momentum = 1 - std::pow(adam.beta1, static_cast<float>(step));
  const float of_variance = 1 - std::pow(adam.beta2, static_cast<float>(step));
  for (std::size_t i = 0; i < shard.weights.size(); ++i) {
    float decay = adam.weight_decay;
    for (const Range& range : undecayed) {
      const std::size_t begin = range.begin - shard.range.begin;
      const std::size_t end = range.end - shard.range.begin;
      if (begin <= i && i < end) decay = 0;
    }
    const float g = shard.gradients[i];
    float& m = shard.momentum[i];
    float& v = shard.variance[i];
    float& w = shard.weights[i];
    m = adam.beta1 * m + (1 - adam.beta1) * g;
    v = adam.beta2 * v + (1 - adam.beta2) * g * g;
    const float direction = m / of_momentum / (std::sqrt(v / of_variance) + adam.epsilon);
    w -= adam.learning_rate * (direction + decay * w);
  }
}
