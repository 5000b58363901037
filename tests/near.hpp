// Whether two numbers are equal up to rounding.
#pragma once

#include <algorithm>
#include <cmath>

namespace zerolab::test {

// |a - b| as a part of the larger of |a| and |b| is at most `relative`.
inline bool near(double a, double b, double relative = 1e-12) {
  return std::fabs(a - b) <= relative * std::max(std::fabs(a), std::fabs(b));
}

}  // namespace zerolab::test
