// The bare matrix products of one training step, without all else: what a step takes at least.
//
// The same functions of matrix.hpp on matrices of the same shapes, strides and number, each once:
//   a linear layer   x·Wᵀ forward; d_out·W and d_outᵀ·x backward
//   attention        Q·Kᵀ and P·V forward; Pᵀ·dO, dO·Vᵀ, dS·K and dSᵀ·Q backward, per head
// Attention is counted dense, all keys for every query, as flops_per_step counts it and most
// libraries compute it; the step itself skips most of what the mask hides. Weights and their
// gradients are as many as the model's, activations are shared by the layers. Results are added to
// one another and mean nothing.
#pragma once

#include <vector>

#include "core/device/buffer.hpp"
#include "core/model/gpt.hpp"
#include "core/model/matrix.hpp"

namespace zerolab {

class StepProducts {
 public:
  // Allocates the operands. Errors: those of Device::allocate.
  explicit StepProducts(const Gpt& model);

  // All products of a step, in the order of its forward and backward passes. One thread.
  void run() const;

  // Two per multiplication and addition: flops_per_step of the same model, batch and sequence.
  double flops() const;

 private:
  // out += scale·(a·b, a·bᵀ or aᵀ·b)
  enum class Form { plain, b_transposed, a_transposed };
  struct Product {
    Form form;
    Matrix out;
    ConstMatrix a, b;
    float scale;
  };

  // One linear layer from `inputs` to `outputs` columns.
  struct Linear {
    int inputs;
    int outputs;
    float* weight;
    float* gradient;
  };

  void add(Form form, Matrix out, ConstMatrix a, ConstMatrix b, float scale = 1);
  void add_forward(const Linear& linear);
  void add_backward(const Linear& linear);
  void add_attention_forward(const Gpt& model);
  void add_attention_backward(const Gpt& model);

  int rows_;
  Buffer weights_, gradients_;
  Buffer in_, out_;                              // rows × 4·width: any activation, any result
  Buffer probabilities_in_, probabilities_out_;  // one head's, sequence × sequence
  std::vector<Product> products_;
};

}  // namespace zerolab
