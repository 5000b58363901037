// A linear layer: out = x·Wᵀ + bias, with W one row per output.
#pragma once

#include "core/model/matrix.hpp"

namespace zerolab {

// out (rows × O) from x (rows × I), weight (O × I), bias (O).
void linear_forward(Matrix out, ConstMatrix x, ConstMatrix weight, const float* bias);

// out = residual + x·Wᵀ + bias; residual has the shape of out, rows one after another.
void linear_residual_forward(Matrix out, const float* residual, ConstMatrix x, ConstMatrix weight,
                             const float* bias);

// From d_out: sets d_x = d_out·W, adds d_outᵀ·x to d_weight, and d_out's column sums to d_bias.
void linear_backward(Matrix d_x, Matrix d_weight, float* d_bias, ConstMatrix d_out, ConstMatrix x,
                     ConstMatrix weight);

}  // namespace zerolab
