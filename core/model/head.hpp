// The last unit: logits = output(norm(x)), loss = mean cross-entropy with the next byte.
#pragma once

#include <cstddef>
#include <span>

#include "core/model/shape.hpp"

namespace zerolab {

// Where forward puts what backward reads, in floats from the start of the head's activations.
struct HeadActivations {
  explicit HeadActivations(const Shape& shape);
  std::size_t norm, mean, rstd, log_sums, logits;
  std::size_t total;
};

// Temporaries of backward.
struct HeadScratch {
  explicit HeadScratch(const Shape& shape);
  std::size_t d_logits, d_norm;
  std::size_t total;
};

// Returns the loss. parameters: norm weight, norm bias, output matrix (256 × width).
float head_forward(const Shape& shape, const float* parameters, const float* x,
                   std::span<const unsigned char> targets, float* activations);

// Sets d_residual, the gradient of x, and adds to `gradients`.
void head_backward(const Shape& shape, const float* parameters, float* gradients, const float* x,
                   std::span<const unsigned char> targets, const float* activations,
                   float* d_residual, float* scratch);

}  // namespace zerolab
