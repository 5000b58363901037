#include "core/model/softmax.hpp"

#include <cmath>
#include <cstddef>

#include "core/model/exponential.hpp"
#include "core/model/lanes.hpp"

namespace zerolab {

void softmax_in_place(float* row, int count) {
  const float largest = maximum(row, count);
  for (int i = 0; i < count; ++i) row[i] = exponential(row[i] - largest);
  const float scale = 1.0F / sum_in_lanes(count, [=](int i) { return row[i]; });
  for (int i = 0; i < count; ++i) row[i] *= scale;
}

float cross_entropy_forward(float* log_sums, ConstMatrix logits,
                            std::span<const unsigned char> targets) {
  double total = 0;
  for (int row = 0; row < logits.rows; ++row) {
    const float* values = logits.data + row * logits.stride;
    const float largest = maximum(values, logits.columns);
    const float sum =
        sum_in_lanes(logits.columns, [=](int i) { return exponential(values[i] - largest); });
    log_sums[row] = largest + std::log(sum);
    total += log_sums[row] - values[targets[static_cast<std::size_t>(row)]];
  }
  return static_cast<float>(total / logits.rows);
}

void cross_entropy_backward(Matrix d_logits, ConstMatrix logits, const float* log_sums,
                            std::span<const unsigned char> targets) {
  const float scale = 1.0F / static_cast<float>(logits.rows);
  for (int row = 0; row < logits.rows; ++row) {
    const float* values = logits.data + row * logits.stride;
    float* gradient = d_logits.data + row * d_logits.stride;
    const float log_sum = log_sums[row];
    for (int i = 0; i < logits.columns; ++i) gradient[i] = exponential(values[i] - log_sum) * scale;
    gradient[targets[static_cast<std::size_t>(row)]] -= scale;
  }
}

}  // namespace zerolab
