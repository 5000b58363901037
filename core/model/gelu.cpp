#include "core/model/gelu.hpp"

#include "core/model/exponential.hpp"

namespace zerolab {

namespace {

constexpr float slope = 1.5957691216F;  // 2·√(2/π)
constexpr float cubic = 0.044715F;

float gate(float x) {
  return 1.0F / (1.0F + exponential(-slope * (x + cubic * x * x * x)));
}

}  // namespace

void gelu_forward(float* out, const float* x, std::size_t elements) {
  for (std::size_t i = 0; i < elements; ++i) out[i] = x[i] * gate(x[i]);
}

void gelu_backward(float* d_out, const float* x, std::size_t elements) {
  for (std::size_t i = 0; i < elements; ++i) {
    const float open = gate(x[i]);
    const float d_exponent = slope * (1.0F + 3.0F * cubic * x[i] * x[i]);
    d_out[i] *= open + x[i] * open * (1.0F - open) * d_exponent;
  }
}

}  // namespace zerolab
