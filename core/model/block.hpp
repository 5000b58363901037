// One transformer block, forward and backward:
//   middle = x + projection(attention(qkv(norm1(x))))
//   output = middle + down(gelu(up(norm2(middle))))
#pragma once

#include <cstddef>

#include "core/model/shape.hpp"

namespace zerolab {

// Where forward puts what backward reads, in floats from the start of the block's activations.
struct BlockActivations {
  explicit BlockActivations(const Shape& shape);
  std::size_t norm1, mean1, rstd1, qkv, probabilities, mixed, middle;
  std::size_t norm2, mean2, rstd2, up, gelu, output;
  std::size_t total;
};

// Temporaries of backward.
struct BlockScratch {
  explicit BlockScratch(const Shape& shape);
  std::size_t wide, narrow, attention;
  std::size_t total;
};

// The parameters lie as gpt_units says.
void block_forward(const Shape& shape, const float* parameters, const float* x, float* activations);

// d_residual is the gradient of the block's output and becomes that of its input.
// Adds to `gradients`.
void block_backward(const Shape& shape, const float* parameters, float* gradients, const float* x,
                    const float* activations, float* d_residual, float* scratch);

}  // namespace zerolab
