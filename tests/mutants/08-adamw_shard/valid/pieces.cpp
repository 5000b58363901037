// Valid: cuts the shard where tensors without decay begin and end, and updates each piece with one
// λ.
#include <algorithm>
#include <cmath>

#include "core/base/range.hpp"
#include "exercises/08-adamw_shard/adamw_shard.hpp"

namespace {

void update(const AdamShard& shard, Range piece, const AdamW& adam, int step, float decay) {
  const double of_momentum = 1 - std::pow(double{adam.beta1}, step);
  const double of_variance = 1 - std::pow(double{adam.beta2}, step);
  for (std::size_t place = piece.begin; place < piece.end; ++place) {
    const std::size_t i = place - shard.range.begin;
    const float g = shard.gradients[i];
    shard.momentum[i] = adam.beta1 * shard.momentum[i] + (1 - adam.beta1) * g;
    shard.variance[i] = adam.beta2 * shard.variance[i] + (1 - adam.beta2) * g * g;
    const double root = std::sqrt(shard.variance[i] / of_variance);
    const double direction = shard.momentum[i] / of_momentum / (root + adam.epsilon);
    shard.weights[i] -=
        static_cast<float>(adam.learning_rate * (direction + decay * shard.weights[i]));
  }
}

}  // namespace

void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step) {
  std::size_t done = shard.range.begin;
  for (const Range& range : undecayed) {  // in the order of the buffer
    const std::size_t begin = std::clamp(range.begin, done, shard.range.end);
    const std::size_t end = std::clamp(range.end, begin, shard.range.end);
    update(shard, {done, begin}, adam, step, adam.weight_decay);
    update(shard, {begin, end}, adam, step, 0);
    done = end;
  }
  update(shard, {done, shard.range.end}, adam, step, adam.weight_decay);
}
