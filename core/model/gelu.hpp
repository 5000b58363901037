// GELU in its tanh form (Hendrycks and Gimpel 2016): x/2·(1 + tanh(√(2/π)·(x + 0.044715x³))),
// written with the logistic function σ, as (1 + tanh u)/2 = σ(2u): x·σ(2u).
#pragma once

#include <cstddef>

namespace zerolab {

void gelu_forward(float* out, const float* x, std::size_t elements);

// d_out becomes d_x, in place.
void gelu_backward(float* d_out, const float* x, std::size_t elements);

}  // namespace zerolab
