// Row-major matrices in memory of others, and the one operation on them that costs: the product.
// Eigen does it, behind this header, so that it is compiled once.
#pragma once

#include <cstddef>

namespace zerolab {

// `stride` floats from one row to the next: a column block of a wider matrix is one too.
struct Matrix {
  float* data = nullptr;
  int rows = 0;
  int columns = 0;
  std::ptrdiff_t stride = 0;
};

struct ConstMatrix {
  ConstMatrix(const float* data_, int rows_, int columns_, std::ptrdiff_t stride_)
      : data(data_), rows(rows_), columns(columns_), stride(stride_) {}
  ConstMatrix(const Matrix& m) : ConstMatrix(m.data, m.rows, m.columns, m.stride) {}

  const float* data;
  int rows;
  int columns;
  std::ptrdiff_t stride;
};

// A matrix whose rows lie one after another.
inline Matrix dense(float* data, int rows, int columns) {
  return {data, rows, columns, columns};
}
inline ConstMatrix dense(const float* data, int rows, int columns) {
  return {data, rows, columns, columns};
}

struct Transposed {
  ConstMatrix matrix;
};
inline Transposed transposed(ConstMatrix matrix) {
  return {matrix};
}

// out += scale·a·b. `out` overlaps neither factor.
void add_product(Matrix out, ConstMatrix a, ConstMatrix b, float scale = 1);
void add_product(Matrix out, ConstMatrix a, Transposed b, float scale = 1);
void add_product(Matrix out, Transposed a, ConstMatrix b, float scale = 1);

void set_zero(Matrix out);

}  // namespace zerolab
