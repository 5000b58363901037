// AdamW (Loshchilov and Hutter 2019, algorithm 2), elementwise over any range of parameters:
//   m ← β₁m + (1−β₁)g     v ← β₂v + (1−β₂)g²
//   w ← w − η·( (m/(1−β₁ᵗ)) / (√(v/(1−β₂ᵗ)) + ε) + λw )
// Only + − × ÷ √ in fp32, each correctly rounded and never contracted: an element's bits depend on
// its own w, g, m, v alone, not on where a range begins or ends. So a shard is updated exactly as
// the whole would be.
#pragma once

#include <span>

#include "core/base/range.hpp"
#include "core/model/parameters.hpp"

namespace zerolab {

struct AdamWConfig {
  float learning_rate = 3e-4F;
  float beta1 = 0.9F;
  float beta2 = 0.95F;
  float epsilon = 1e-8F;
  float weight_decay = 0.1F;

  friend bool operator==(const AdamWConfig&, const AdamWConfig&) = default;
};

// One update with g = gradient·scale; `step` counts from 1. The spans are of one size.
// config.weight_decay is not read: λ is the argument.
void adamw_update(const AdamWConfig& config, int step, float scale, float weight_decay,
                  std::span<float> weights, std::span<const float> gradients,
                  std::span<float> momentum, std::span<float> variance);

// The same for the elements `range` of a unit, which the spans cover: λ is config.weight_decay for
// tensors that decay and 0 for those that do not.
void adamw_update_unit(const AdamWConfig& config, int step, float scale, const UnitSpec& unit,
                       Range range, std::span<float> weights, std::span<const float> gradients,
                       std::span<float> momentum, std::span<float> variance);

}  // namespace zerolab
