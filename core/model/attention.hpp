// Causal multi-head attention (Vaswani et al. 2017): per sequence and head, with d = width/heads,
//   P = softmax(Q·Kᵀ/√d, position t seeing positions 0…t only),   out = P·V
//
// Queries are taken in blocks of rows, each with the keys up to its own end only, so that most of
// what the mask would throw away is never computed.
#pragma once

#include <cstddef>

#include "core/model/shape.hpp"

namespace zerolab {

// Floats of P kept for backward, and of the temporary that backward needs.
std::size_t attention_probability_elements(const Shape& shape);
std::size_t attention_scratch_elements(const Shape& shape);

// out (rows × width) from qkv (rows × 3·width: queries, keys, values side by side). Fills
// `probabilities`; what the mask hides of it is not always written.
void attention_forward(float* out, float* probabilities, const float* qkv, const Shape& shape);

// Sets d_qkv. `out` and `probabilities` are as forward left them.
void attention_backward(float* d_qkv, const float* d_out, const float* out,
                        const float* probabilities, const float* qkv, float* scratch,
                        const Shape& shape);

}  // namespace zerolab
