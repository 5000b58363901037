// The softmax of a row, and the cross-entropy of many.
#pragma once

#include <span>

#include "core/model/matrix.hpp"

namespace zerolab {

// row[i] ← e^row[i] / Σ e^row[j] over `count` >= 1 values.
void softmax_in_place(float* row, int count);

// The mean over rows of −log softmax(row)[target], in nats. Keeps each row's log Σ e^logit.
float cross_entropy_forward(float* log_sums, ConstMatrix logits,
                            std::span<const unsigned char> targets);

// d_logits = (softmax(row) − one at the target) / rows.
void cross_entropy_backward(Matrix d_logits, ConstMatrix logits, const float* log_sums,
                            std::span<const unsigned char> targets);

}  // namespace zerolab
