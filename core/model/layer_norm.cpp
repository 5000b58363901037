#include "core/model/layer_norm.hpp"

#include <cmath>
#include <cstddef>

#include "core/model/lanes.hpp"

namespace zerolab {

void layer_norm_forward(float* out, float* mean, float* rstd, const float* x, const float* weight,
                        const float* bias, int rows, int width) {
  const auto count = static_cast<float>(width);
  for (int row = 0; row < rows; ++row, x += width, out += width) {
    const float center = sum_in_lanes(width, [=](int i) { return x[i]; }) / count;
    const float variance = sum_in_lanes(width,
                                        [=](int i) {
                                          const float distance = x[i] - center;
                                          return distance * distance;
                                        }) /
                           count;
    const float scale = 1.0F / std::sqrt(variance + 1e-5F);
    for (int i = 0; i < width; ++i) out[i] = (x[i] - center) * scale * weight[i] + bias[i];
    mean[row] = center;
    rstd[row] = scale;
  }
}

// With n = (x − mean)·rstd and e = d_out·weight, both per element:
//   d_x = rstd·(e − average(e) − n·average(e·n))
void layer_norm_backward(float* d_x, float* d_weight, float* d_bias, const float* d_out,
                         const float* x, const float* mean, const float* rstd, const float* weight,
                         int rows, int width) {
  const auto count = static_cast<float>(width);
  for (int row = 0; row < rows; ++row, x += width, d_x += width, d_out += width) {
    const float center = mean[row];
    const float scale = rstd[row];
    const float average = sum_in_lanes(width, [=](int i) { return d_out[i] * weight[i]; }) / count;
    const float slope =
        sum_in_lanes(width,
                     [=](int i) { return d_out[i] * weight[i] * ((x[i] - center) * scale); }) /
        count;
    for (int i = 0; i < width; ++i) {
      const float normal = (x[i] - center) * scale;
      d_x[i] += scale * (d_out[i] * weight[i] - average - normal * slope);
    }
    for (int i = 0; i < width; ++i) d_weight[i] += d_out[i] * ((x[i] - center) * scale);
    for (int i = 0; i < width; ++i) d_bias[i] += d_out[i];
  }
}

}  // namespace zerolab
