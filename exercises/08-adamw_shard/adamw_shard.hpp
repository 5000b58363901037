// Exercise 8: one step of AdamW on a shard.
#pragma once

#include <span>

#include "core/base/range.hpp"
#include "exercises/zero/adamw.hpp"

using zerolab::Range;
using zerolab::exercises::AdamW;

// A rank's part of a buffer of parameters: the elements `range` of it. Each span has range.size()
// elements; element i of a span is element range.begin + i of the buffer.
struct AdamShard {
  Range range;
  std::span<float> weights;
  std::span<const float> gradients;  // the mean over ranks
  std::span<float> momentum;         // zero before the first step
  std::span<float> variance;         // likewise
};

// In place, for each element of the shard, with t = step, which counts from 1:
//   m ← β₁m + (1−β₁)g     v ← β₂v + (1−β₂)g²
//   w ← w − η·( (m/(1−β₁ᵗ)) / (√(v/(1−β₂ᵗ)) + ε) + λw )
// The elements in `undecayed`, which are ranges of the whole buffer, have λ = 0.
void adamw_shard(const AdamShard& shard, std::span<const Range> undecayed, const AdamW& adam,
                 int step);
