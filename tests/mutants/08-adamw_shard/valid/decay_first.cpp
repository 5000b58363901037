// Valid: a loop for each line of the formula, the decay before all others: it needs the old weight
// only.
#include <algorithm>
#include <cmath>

#include "exercises/08-adamw_shard/adamw_shard.hpp"

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  const std::size_t n = shard.weights.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto holds = [place = shard.range.begin + i](const Range& range) {
      return range.begin <= place && place < range.end;
    };
    if (std::none_of(undecayed.begin(), undecayed.end(), holds)) {
      shard.weights[i] *= 1 - adam.learning_rate * adam.weight_decay;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    shard.momentum[i] += (1 - adam.beta1) * (shard.gradients[i] - shard.momentum[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    shard.variance[i] *= adam.beta2;
    shard.variance[i] += (1 - adam.beta2) * shard.gradients[i] * shard.gradients[i];
  }
  const auto corrected = [step](float beta) { return 1 - std::pow(beta, float(step)); };
  for (std::size_t i = 0; i < n; ++i) {
    const float root = std::sqrt(shard.variance[i] / corrected(adam.beta2)) + adam.epsilon;
    shard.weights[i] -= adam.learning_rate * shard.momentum[i] / corrected(adam.beta1) / root;
  }
}
