#include "core/model/head.hpp"

#include <algorithm>

#include "core/model/gpt_config.hpp"
#include "core/model/layer_norm.hpp"
#include "core/model/matrix.hpp"
#include "core/model/softmax.hpp"

namespace zerolab {

namespace {

constexpr int vocabulary = GptConfig::vocabulary;

}  // namespace

HeadActivations::HeadActivations(const Shape& shape) {
  Places places;
  norm = places.add(shape.elements(shape.width));
  mean = places.add(shape.elements(1));
  rstd = places.add(shape.elements(1));
  log_sums = places.add(shape.elements(1));
  logits = places.add(shape.elements(vocabulary));
  total = places.total();
}

HeadScratch::HeadScratch(const Shape& shape) {
  Places places;
  d_logits = places.add(shape.elements(vocabulary));
  d_norm = places.add(shape.elements(shape.width));
  total = places.total();
}

float head_forward(const Shape& shape, const float* parameters, const float* x,
                   std::span<const unsigned char> targets, float* activations) {
  const int rows = shape.rows();
  const int width = shape.width;
  const HeadActivations at(shape);
  float* const norm = activations + at.norm;
  const Matrix logits = dense(activations + at.logits, rows, vocabulary);
  layer_norm_forward(norm, activations + at.mean, activations + at.rstd, x, parameters,
                     parameters + width, rows, width);
  set_zero(logits);
  add_product(logits, dense(norm, rows, width),
              transposed(dense(parameters + 2 * width, vocabulary, width)));
  return cross_entropy_forward(activations + at.log_sums, logits, targets);
}

void head_backward(const Shape& shape, const float* parameters, float* gradients, const float* x,
                   std::span<const unsigned char> targets, const float* activations,
                   float* d_residual, float* scratch) {
  const int rows = shape.rows();
  const int width = shape.width;
  const HeadActivations at(shape);
  const HeadScratch in_scratch(shape);
  const Matrix d_logits = dense(scratch + in_scratch.d_logits, rows, vocabulary);
  const Matrix d_norm = dense(scratch + in_scratch.d_norm, rows, width);
  cross_entropy_backward(d_logits, dense(activations + at.logits, rows, vocabulary),
                         activations + at.log_sums, targets);
  set_zero(d_norm);
  add_product(d_norm, d_logits, dense(parameters + 2 * width, vocabulary, width));
  add_product(dense(gradients + 2 * width, vocabulary, width), transposed(d_logits),
              dense(activations + at.norm, rows, width));
  std::fill_n(d_residual, shape.elements(width), 0.0F);
  layer_norm_backward(d_residual, gradients, gradients + width, d_norm.data, x,
                      activations + at.mean, activations + at.rstd, parameters, rows, width);
}

}  // namespace zerolab
