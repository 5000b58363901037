#include "core/model/embedding.hpp"

#include <cstddef>

#include "core/model/gpt_config.hpp"

namespace zerolab {

void embedding_forward(const Shape& shape, const float* parameters,
                       std::span<const unsigned char> inputs, float* output) {
  const float* const positions = parameters + std::ptrdiff_t{GptConfig::vocabulary} * shape.width;
  for (int row = 0; row < shape.rows(); ++row, output += shape.width) {
    const std::ptrdiff_t byte = inputs[static_cast<std::size_t>(row)];
    const float* const token = parameters + byte * shape.width;
    const float* const position = positions + row % shape.sequence * shape.width;
    for (int i = 0; i < shape.width; ++i) output[i] = token[i] + position[i];
  }
}

void embedding_backward(const Shape& shape, float* gradients, std::span<const unsigned char> inputs,
                        const float* d_output) {
  float* const d_positions = gradients + std::ptrdiff_t{GptConfig::vocabulary} * shape.width;
  for (int row = 0; row < shape.rows(); ++row, d_output += shape.width) {
    const std::ptrdiff_t byte = inputs[static_cast<std::size_t>(row)];
    float* const d_token = gradients + byte * shape.width;
    float* const d_position = d_positions + row % shape.sequence * shape.width;
    for (int i = 0; i < shape.width; ++i) {
      d_token[i] += d_output[i];
      d_position[i] += d_output[i];
    }
  }
}

}  // namespace zerolab
