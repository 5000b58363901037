#include "core/model/matrix.hpp"

#include <algorithm>

#define EIGEN_DONT_PARALLELIZE
#include <Eigen/Core>

namespace zerolab {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

auto map(const Matrix& m) {
  return Eigen::Map<RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>(
      m.data, m.rows, m.columns, Eigen::OuterStride<>(m.stride));
}

auto map(const ConstMatrix& m) {
  return Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>(
      m.data, m.rows, m.columns, Eigen::OuterStride<>(m.stride));
}

}  // namespace

void add_product(Matrix out, ConstMatrix a, ConstMatrix b, float scale) {
  map(out).noalias() += scale * (map(a) * map(b));
}

void add_product(Matrix out, ConstMatrix a, Transposed b, float scale) {
  map(out).noalias() += scale * (map(a) * map(b.matrix).transpose());
}

void add_product(Matrix out, Transposed a, ConstMatrix b, float scale) {
  map(out).noalias() += scale * (map(a.matrix).transpose() * map(b));
}

void set_zero(Matrix out) {
  for (int row = 0; row < out.rows; ++row) {
    std::fill_n(out.data + row * out.stride, out.columns, 0.0F);
  }
}

}  // namespace zerolab
