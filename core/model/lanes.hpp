// Sums in an order that is fixed and still fills a vector register. Without -ffast-math a compiler
// must add one after another; sixteen running sums give it sixteen independent chains.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace zerolab {

// term(0) + … + term(count-1): lane j adds the terms j, j+16, …; lanes are then added in halves.
template <typename Term>
float sum_in_lanes(int count, Term term) {
  constexpr int lanes = 16;
  float sums[lanes] = {};
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
  }
  for (int lane = 0; i + lane < count; ++lane) sums[lane] += term(i + lane);
  for (int half = lanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

// The largest of count >= 1 values; NaN where a NaN without a sign bit is among them. Floats are in
// the order of their bits as integers once the magnitude of the negative ones is turned round, and
// an integer maximum, unlike that of floats, may be taken in any order.
inline float maximum(const float* values, int count) {
  const auto ordered = [](std::int32_t bits) { return bits ^ ((bits >> 31) & 0x7fffffff); };
  std::int32_t largest = std::numeric_limits<std::int32_t>::min();
  for (int i = 0; i < count; ++i) {
    largest = std::max(largest, ordered(std::bit_cast<std::int32_t>(values[i])));
  }
  return std::bit_cast<float>(ordered(largest));
}

}  // namespace zerolab
