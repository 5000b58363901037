// Exercise 8, solved: each element on its own.
//
// No element of the update looks at another, and this is why an optimizer can be sharded at all:
// a rank that has the weight, the gradient and both moments of an element has all that it needs.
#include "exercises/08-adamw_shard/adamw_shard.hpp"

#include <cmath>

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  const float momentum_correction = 1 - std::pow(adam.beta1, static_cast<float>(step));
  const float variance_correction = 1 - std::pow(adam.beta2, static_cast<float>(step));
  for (std::size_t i = 0; i < shard.range.size(); ++i) {
    const float gradient = shard.gradients[i];
    float& momentum = shard.momentum[i];
    float& variance = shard.variance[i];
    momentum = adam.beta1 * momentum + (1 - adam.beta1) * gradient;
    variance = adam.beta2 * variance + (1 - adam.beta2) * gradient * gradient;

    // Which tensors decay is said for the whole buffer, of which this rank has a part.
    float decay = adam.weight_decay;
    for (const Range& range : undecayed) {
      const std::size_t element = shard.range.begin + i;
      if (range.begin <= element && element < range.end) decay = 0;
    }

    float& weight = shard.weights[i];
    const float root = std::sqrt(variance / variance_correction);
    const float direction = momentum / momentum_correction / (root + adam.epsilon);
    weight -= adam.learning_rate * (direction + decay * weight);
  }
}
