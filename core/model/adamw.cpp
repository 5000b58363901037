#include "core/model/adamw.hpp"

#include <cmath>
#include <cstddef>

#include "core/base/error.hpp"

namespace zerolab {

void adamw_update(const AdamWConfig& config, int step, float scale, float weight_decay,
                  std::span<float> weights, std::span<const float> gradients,
                  std::span<float> momentum, std::span<float> variance) {
  require(gradients.size() == weights.size() && momentum.size() == weights.size() &&
              variance.size() == weights.size(),
          "weights, gradients and moments are of one size");
  require(step >= 1, "steps count from 1");
  // 1/(1−βᵗ), once per call: in double, as 1−βᵗ cancels in the first steps.
  const auto correction1 = static_cast<float>(1 / (1 - std::pow(double{config.beta1}, step)));
  const auto correction2 = static_cast<float>(1 / (1 - std::pow(double{config.beta2}, step)));
  const float beta1 = config.beta1;
  const float beta2 = config.beta2;
  const float rate = config.learning_rate;
  const float epsilon = config.epsilon;
  float* const w = weights.data();
  const float* const g = gradients.data();
  float* const m = momentum.data();
  float* const v = variance.data();
  const std::size_t elements = weights.size();
  for (std::size_t i = 0; i < elements; ++i) {
    const float gradient = g[i] * scale;
    m[i] = beta1 * m[i] + (1.0F - beta1) * gradient;
    v[i] = beta2 * v[i] + (1.0F - beta2) * (gradient * gradient);
    const float direction = m[i] * correction1 / (std::sqrt(v[i] * correction2) + epsilon);
    w[i] -= rate * (direction + weight_decay * w[i]);
  }
}

void adamw_update_unit(const AdamWConfig& config, int step, float scale, const UnitSpec& unit,
                       Range range, std::span<float> weights, std::span<const float> gradients,
                       std::span<float> momentum, std::span<float> variance) {
  require(range.end <= unit.elements && weights.size() == range.size(),
          "the range lies in the unit and the spans hold it");
  for (const TensorSpec& tensor : unit.tensors) {
    const Range part = intersect(range, {tensor.offset, tensor.offset + tensor.elements});
    if (part.empty()) continue;
    const std::size_t begin = part.begin - range.begin;
    adamw_update(config, step, scale, tensor.decays ? config.weight_decay : 0.0F,
                 weights.subspan(begin, part.size()), gradients.subspan(begin, part.size()),
                 momentum.subspan(begin, part.size()), variance.subspan(begin, part.size()));
  }
}

}  // namespace zerolab
