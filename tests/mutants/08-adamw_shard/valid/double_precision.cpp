// Valid: all in double, and the powers as a running product.
#include <cmath>

#include "exercises/08-adamw_shard/adamw_shard.hpp"

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  double beta1_power = 1;
  double beta2_power = 1;
  for (int t = 0; t < step; ++t) {
    beta1_power *= adam.beta1;
    beta2_power *= adam.beta2;
  }
  for (std::size_t i = 0; i < shard.range.size(); ++i) {
    bool decays = true;
    for (const Range& range : undecayed) {
      const std::size_t place = shard.range.begin + i;
      decays = decays && (place < range.begin || place >= range.end);
    }
    const double g = shard.gradients[i];
    const double m = shard.momentum[i] + (1.0 - adam.beta1) * (g - shard.momentum[i]);
    const double v = shard.variance[i] + (1.0 - adam.beta2) * (g * g - shard.variance[i]);
    const double direction =
        m / (1 - beta1_power) / (std::sqrt(v / (1 - beta2_power)) + adam.epsilon);
    const double w = shard.weights[i];
    shard.momentum[i] = static_cast<float>(m);
    shard.variance[i] = static_cast<float>(v);
    shard.weights[i] = static_cast<float>(
        w - adam.learning_rate * (direction + (decays ? adam.weight_decay * w : 0)));
  }
}
