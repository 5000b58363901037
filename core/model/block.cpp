#include "core/model/block.hpp"

#include "core/model/attention.hpp"
#include "core/model/gelu.hpp"
#include "core/model/layer_norm.hpp"
#include "core/model/linear.hpp"

namespace zerolab {

namespace {

// The tensors of a block, in the order of gpt_units; of its gradients likewise.
template <typename Float>
struct BlockTensors {
  Float *norm1_weight, *norm1_bias, *qkv_weight, *qkv_bias, *projection_weight, *projection_bias;
  Float *norm2_weight, *norm2_bias, *up_weight, *up_bias, *down_weight, *down_bias;

  BlockTensors(Float* next, std::size_t width) {
    const auto take = [&next](std::size_t elements) {
      Float* const tensor = next;
      next += elements;
      return tensor;
    };
    norm1_weight = take(width);
    norm1_bias = take(width);
    qkv_weight = take(3 * width * width);
    qkv_bias = take(3 * width);
    projection_weight = take(width * width);
    projection_bias = take(width);
    norm2_weight = take(width);
    norm2_bias = take(width);
    up_weight = take(4 * width * width);
    up_bias = take(4 * width);
    down_weight = take(4 * width * width);
    down_bias = take(width);
  }
};

template <typename Float>
BlockTensors<Float> tensors(Float* unit, const Shape& shape) {
  return {unit, static_cast<std::size_t>(shape.width)};
}

}  // namespace

BlockActivations::BlockActivations(const Shape& shape) {
  const std::size_t rows = shape.elements(1);
  const std::size_t narrow = shape.elements(shape.width);
  Places places;
  norm1 = places.add(narrow);
  mean1 = places.add(rows);
  rstd1 = places.add(rows);
  qkv = places.add(3 * narrow);
  probabilities = places.add(attention_probability_elements(shape));
  mixed = places.add(narrow);
  middle = places.add(narrow);
  norm2 = places.add(narrow);
  mean2 = places.add(rows);
  rstd2 = places.add(rows);
  up = places.add(4 * narrow);
  gelu = places.add(4 * narrow);
  output = places.add(narrow);
  total = places.total();
}

BlockScratch::BlockScratch(const Shape& shape) {
  Places places;
  wide = places.add(4 * shape.elements(shape.width));
  narrow = places.add(shape.elements(shape.width));
  attention = places.add(attention_scratch_elements(shape));
  total = places.total();
}

void block_forward(const Shape& shape, const float* parameters, const float* x,
                   float* activations) {
  const int rows = shape.rows();
  const int width = shape.width;
  const auto w = tensors(parameters, shape);
  const BlockActivations at(shape);
  float* const a = activations;

  layer_norm_forward(a + at.norm1, a + at.mean1, a + at.rstd1, x, w.norm1_weight, w.norm1_bias,
                     rows, width);
  linear_forward(dense(a + at.qkv, rows, 3 * width), dense(a + at.norm1, rows, width),
                 dense(w.qkv_weight, 3 * width, width), w.qkv_bias);
  attention_forward(a + at.mixed, a + at.probabilities, a + at.qkv, shape);
  linear_residual_forward(dense(a + at.middle, rows, width), x, dense(a + at.mixed, rows, width),
                          dense(w.projection_weight, width, width), w.projection_bias);

  layer_norm_forward(a + at.norm2, a + at.mean2, a + at.rstd2, a + at.middle, w.norm2_weight,
                     w.norm2_bias, rows, width);
  linear_forward(dense(a + at.up, rows, 4 * width), dense(a + at.norm2, rows, width),
                 dense(w.up_weight, 4 * width, width), w.up_bias);
  gelu_forward(a + at.gelu, a + at.up, shape.elements(4 * width));
  linear_residual_forward(dense(a + at.output, rows, width), a + at.middle,
                          dense(a + at.gelu, rows, 4 * width),
                          dense(w.down_weight, width, 4 * width), w.down_bias);
}

// The mirror image of forward. d_residual passes both branches by; each LayerNorm adds what came
// through its branch.
void block_backward(const Shape& shape, const float* parameters, float* gradients, const float* x,
                    const float* activations, float* d_residual, float* scratch) {
  const int rows = shape.rows();
  const int width = shape.width;
  const auto w = tensors(parameters, shape);
  const auto d_w = tensors(gradients, shape);
  const BlockActivations at(shape);
  const BlockScratch in_scratch(shape);
  const float* const a = activations;
  float* const wide = scratch + in_scratch.wide;
  float* const narrow = scratch + in_scratch.narrow;

  linear_backward(dense(wide, rows, 4 * width), dense(d_w.down_weight, width, 4 * width),
                  d_w.down_bias, dense(d_residual, rows, width),
                  dense(a + at.gelu, rows, 4 * width), dense(w.down_weight, width, 4 * width));
  gelu_backward(wide, a + at.up, shape.elements(4 * width));
  linear_backward(dense(narrow, rows, width), dense(d_w.up_weight, 4 * width, width), d_w.up_bias,
                  dense(wide, rows, 4 * width), dense(a + at.norm2, rows, width),
                  dense(w.up_weight, 4 * width, width));
  layer_norm_backward(d_residual, d_w.norm2_weight, d_w.norm2_bias, narrow, a + at.middle,
                      a + at.mean2, a + at.rstd2, w.norm2_weight, rows, width);

  linear_backward(dense(narrow, rows, width), dense(d_w.projection_weight, width, width),
                  d_w.projection_bias, dense(d_residual, rows, width),
                  dense(a + at.mixed, rows, width), dense(w.projection_weight, width, width));
  attention_backward(wide, narrow, a + at.mixed, a + at.probabilities, a + at.qkv,
                     scratch + in_scratch.attention, shape);
  linear_backward(dense(narrow, rows, width), dense(d_w.qkv_weight, 3 * width, width), d_w.qkv_bias,
                  dense(wide, rows, 3 * width), dense(a + at.norm1, rows, width),
                  dense(w.qkv_weight, 3 * width, width));
  layer_norm_backward(d_residual, d_w.norm1_weight, d_w.norm1_bias, narrow, x, a + at.mean1,
                      a + at.rstd1, w.norm1_weight, rows, width);
}

}  // namespace zerolab
