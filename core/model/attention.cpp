#include "core/model/attention.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/model/lanes.hpp"
#include "core/model/matrix.hpp"
#include "core/model/softmax.hpp"

namespace zerolab {

namespace {

constexpr int query_block = 32;

// The column blocks of one sequence and head in a rows × 3·width matrix.
template <typename Float>
struct Heads {
  Float* queries;
  Float* keys;
  Float* values;
  std::ptrdiff_t stride;
  int width;

  Heads(Float* qkv, const Shape& shape, int sequence, int head)
      : stride(std::ptrdiff_t{3} * shape.width), width(shape.head_width()) {
    queries = qkv + sequence * shape.sequence * stride + head * width;
    keys = queries + shape.width;
    values = keys + shape.width;
  }
};

// Rows [begin, end) of a matrix that starts at `data`.
template <typename Float>
auto rows_of(Float* data, int begin, int end, int columns, std::ptrdiff_t stride) {
  using Result = std::conditional_t<std::is_const_v<Float>, ConstMatrix, Matrix>;
  return Result{data + begin * stride, end - begin, columns, stride};
}

// Where the probabilities of one sequence and head start.
std::ptrdiff_t probabilities_of(const Shape& shape, int sequence, int head) {
  return (std::ptrdiff_t{sequence} * shape.heads + head) * shape.sequence * shape.sequence;
}

}  // namespace

std::size_t attention_probability_elements(const Shape& shape) {
  return shape.elements(shape.heads) * static_cast<std::size_t>(shape.sequence);
}

std::size_t attention_scratch_elements(const Shape& shape) {
  return static_cast<std::size_t>(std::min(query_block, shape.sequence)) *
         static_cast<std::size_t>(shape.sequence);
}

void attention_forward(float* out, float* probabilities, const float* qkv, const Shape& shape) {
  const int length = shape.sequence;
  const int width = shape.head_width();
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      const Heads<const float> in(qkv, shape, b, h);
      float* head_out = out + std::ptrdiff_t{b} * length * shape.width + h * width;
      float* head_probabilities = probabilities + probabilities_of(shape, b, h);
      for (int begin = 0; begin < length; begin += query_block) {
        const int end = std::min(begin + query_block, length);  // also the number of keys seen
        const Matrix p = rows_of(head_probabilities, begin, end, end, length);
        set_zero(p);
        add_product(p, rows_of(in.queries, begin, end, width, in.stride),
                    transposed(rows_of(in.keys, 0, end, width, in.stride)), scale);
        for (int row = 0; row < p.rows; ++row) {
          float* values = p.data + row * p.stride;
          const int seen = begin + row + 1;
          softmax_in_place(values, seen);
          std::fill(values + seen, values + end, 0.0F);
        }
        const Matrix o = rows_of(head_out, begin, end, width, shape.width);
        set_zero(o);
        add_product(o, p, rows_of(in.values, 0, end, width, in.stride));
      }
    }
  }
}

// With S = Q·Kᵀ/√d: dP = dO·Vᵀ, dV = Pᵀ·dO, dS = P∘(dP − rowsum(dP∘P)), dQ = dS·K/√d,
// dK = dSᵀ·Q/√d. rowsum(dP∘P) is rowsum(dO∘O), which is shorter (Dao et al. 2022).
void attention_backward(float* d_qkv, const float* d_out, const float* out,
                        const float* probabilities, const float* qkv, float* scratch,
                        const Shape& shape) {
  const int length = shape.sequence;
  const int width = shape.head_width();
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  std::fill_n(d_qkv, shape.elements(3 * shape.width), 0.0F);
  for (int b = 0; b < shape.batch; ++b) {
    for (int h = 0; h < shape.heads; ++h) {
      const Heads<const float> in(qkv, shape, b, h);
      const Heads<float> d_in(d_qkv, shape, b, h);
      const std::ptrdiff_t head_start = std::ptrdiff_t{b} * length * shape.width + h * width;
      const float* head_probabilities = probabilities + probabilities_of(shape, b, h);
      for (int begin = 0; begin < length; begin += query_block) {
        const int end = std::min(begin + query_block, length);
        const ConstMatrix p = rows_of(head_probabilities, begin, end, end, length);
        const ConstMatrix o = rows_of(out + head_start, begin, end, width, shape.width);
        const ConstMatrix d_o = rows_of(d_out + head_start, begin, end, width, shape.width);
        add_product(rows_of(d_in.values, 0, end, width, d_in.stride), transposed(p), d_o);

        const Matrix d_s = dense(scratch, end - begin, end);
        set_zero(d_s);
        add_product(d_s, d_o, transposed(rows_of(in.values, 0, end, width, in.stride)));
        for (int row = 0; row < d_s.rows; ++row) {
          const float* o_row = o.data + row * o.stride;
          const float* d_o_row = d_o.data + row * d_o.stride;
          const float* p_row = p.data + row * p.stride;
          float* d_s_row = d_s.data + row * d_s.stride;
          const float common = sum_in_lanes(width, [=](int i) { return o_row[i] * d_o_row[i]; });
          for (int i = 0; i < d_s.columns; ++i) d_s_row[i] = p_row[i] * (d_s_row[i] - common);
        }

        add_product(rows_of(d_in.queries, begin, end, width, d_in.stride), d_s,
                    rows_of(in.keys, 0, end, width, in.stride), scale);
        add_product(rows_of(d_in.keys, 0, end, width, d_in.stride), transposed(d_s),
                    rows_of(in.queries, begin, end, width, in.stride), scale);
      }
    }
  }
}

}  // namespace zerolab
