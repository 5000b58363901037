// The first unit: each byte becomes its row of the table plus the row of its position.
#pragma once

#include <span>

#include "core/model/shape.hpp"

namespace zerolab {

// output (rows × width). parameters: table (256 × width), positions (context × width).
void embedding_forward(const Shape& shape, const float* parameters,
                       std::span<const unsigned char> inputs, float* output);

// Adds to `gradients`.
void embedding_backward(const Shape& shape, float* gradients, std::span<const unsigned char> inputs,
                        const float* d_output);

}  // namespace zerolab
