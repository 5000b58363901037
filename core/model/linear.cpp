#include "core/model/linear.hpp"

#include <algorithm>

namespace zerolab {

// The bias is laid down first and the product added to it: one pass over `out` less.
void linear_forward(Matrix out, ConstMatrix x, ConstMatrix weight, const float* bias) {
  for (int row = 0; row < out.rows; ++row) {
    std::copy_n(bias, out.columns, out.data + row * out.stride);
  }
  add_product(out, x, transposed(weight));
}

void linear_residual_forward(Matrix out, const float* residual, ConstMatrix x, ConstMatrix weight,
                             const float* bias) {
  for (int row = 0; row < out.rows; ++row) {
    float* to = out.data + row * out.stride;
    const float* from = residual + row * out.stride;
    for (int i = 0; i < out.columns; ++i) to[i] = from[i] + bias[i];
  }
  add_product(out, x, transposed(weight));
}

void linear_backward(Matrix d_x, Matrix d_weight, float* d_bias, ConstMatrix d_out, ConstMatrix x,
                     ConstMatrix weight) {
  set_zero(d_x);
  add_product(d_x, d_out, weight);
  add_product(d_weight, transposed(d_out), x);
  for (int row = 0; row < d_out.rows; ++row) {
    const float* from = d_out.data + row * d_out.stride;
    for (int i = 0; i < d_out.columns; ++i) d_bias[i] += from[i];
  }
}

}  // namespace zerolab
