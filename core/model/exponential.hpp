// e^x in fp32 that a compiler can turn into vector code: no table, no call, no branch.
//
// x = n·ln 2 + r with |r| ≤ ln 2 / 2, so e^x = 2ⁿ·e^r. n comes from adding 1.5·2²³, whose last bits
// then hold it; ln 2 is subtracted in two parts of which the first has few enough bits for n times
// it to be exact (Cody and Waite 1980); e^r is the polynomial of Cephes' expf (Moshier).
//
// Relative error below 1.2e-7 on [-80, 80]. Beyond, x is taken as the nearer end: e^-80 is small
// enough to be nothing, and large enough that a product with it is still a normal number (others
// are very slow). NaN and the infinities give NaN.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace zerolab {

inline float exponential(float x) {
  // The limit is set on the bits, where min is one instruction: a compiler makes branches of
  // comparisons of floats, because of NaN.
  constexpr auto limit = std::bit_cast<std::uint32_t>(80.0F);
  constexpr std::uint32_t sign_bit = 0x80000000U;
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto limited = std::bit_cast<float>(std::min(bits & ~sign_bit, limit) | (bits & sign_bit));

  constexpr float log2_e = 1.44269504F;
  constexpr float rounder = 12582912.0F;
  const float shifted = limited * log2_e + rounder;
  const float n = shifted - rounder;
  const float r = (limited - n * 0.693359375F) - n * -2.12194440e-4F;

  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  const float exp_r = (p * (r * r) + r) + 1.0F;

  // Shifting out all but the low bits of `shifted` leaves n, and 127 more is its exponent field.
  const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(shifted) + 127U) << 23;
  return exp_r * std::bit_cast<float>(exponent) + (x - x);
}

}  // namespace zerolab
