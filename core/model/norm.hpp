// The sum of squares that a gradient norm is made of.
#pragma once

#include <span>

namespace zerolab {

// In double, in an order fixed by the number of elements alone: eight running sums, the j-th over
// elements j, j+8, j+16, …, then added as ((0+1)+(2+3)) + ((4+5)+(6+7)). The squares are exact.
double sum_of_squares(std::span<const float> values);

}  // namespace zerolab
