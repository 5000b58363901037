// bfloat16: the upper half of a float. 8 bits of exponent as float has, 8 of precision.
//
// Rounding is to nearest, ties to even, as in hardware; NaN stays NaN. Only integer operations, so
// that an element's bits do not depend on how a loop is vectorized.
#pragma once

#include <bit>
#include <cstdint>

namespace zerolab {

struct BFloat16 {
  std::uint16_t bits = 0;
  friend bool operator==(const BFloat16&, const BFloat16&) = default;
};

inline float to_float(BFloat16 value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

inline BFloat16 to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
  const std::uint32_t quiet_nan = (bits >> 16) | 0x40U;
  const bool is_nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
  return {static_cast<std::uint16_t>(is_nan ? quiet_nan : rounded)};
}

}  // namespace zerolab
