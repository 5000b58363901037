// LayerNorm (Ba, Kiros and Hinton 2016) over rows of `width` floats:
//   out = (x − mean)·rstd·weight + bias,   rstd = 1/√(variance + 1e-5)
#pragma once

namespace zerolab {

// Keeps each row's mean and rstd for backward.
void layer_norm_forward(float* out, float* mean, float* rstd, const float* x, const float* weight,
                        const float* bias, int rows, int width);

// Adds to d_x (rows × width), d_weight and d_bias.
void layer_norm_backward(float* d_x, float* d_weight, float* d_bias, const float* d_out,
                         const float* x, const float* mean, const float* rstd, const float* weight,
                         int rows, int width);

}  // namespace zerolab
