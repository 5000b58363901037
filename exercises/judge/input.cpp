#include "exercises/judge/input.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab::exercises {

namespace {

// A permutation of the numbers of 20 bits, another one for each key: four rounds of a Feistel
// network. So no two of the first 2^20 (rank, element) have the same.
std::uint32_t shuffled(std::uint32_t value, std::uint64_t key) {
  std::uint32_t left = (value >> 10) & 0x3ff;
  std::uint32_t right = value & 0x3ff;
  for (std::uint64_t round = 0; round < 4; ++round) {
    const auto mixed = static_cast<std::uint32_t>(mix(key + round * 1024 + right) & 0x3ff);
    const std::uint32_t next = left ^ mixed;
    left = right;
    right = next;
  }
  return (left << 10) | right;
}

// 1 to 2^20, in exercise 7 to 2^17: sums of eight, each twice, stay below 2^24.
float distinct(const Case& run, int rank, std::size_t element) {
  const std::size_t place =
      element * static_cast<std::size_t>(run.ranks) + static_cast<std::size_t>(rank);
  std::uint32_t value = shuffled(static_cast<std::uint32_t>(place & 0xfffff), input_key(run));
  if (run.exercise == 7) value >>= 3;
  return static_cast<float>(value + 1);
}

// 24 random bits, and an exponent from 0 to 7.
float rounding(const Case& run, int rank, std::size_t element) {
  const std::uint64_t bits = mix(mix(input_key(run) + static_cast<std::uint64_t>(rank)) +
                                 static_cast<std::uint64_t>(element));
  const auto mantissa = static_cast<float>(0x800000 | (bits & 0x7fffff));
  return std::ldexp(mantissa, static_cast<int>((bits >> 32) & 7) - 23);
}

}  // namespace

std::uint64_t input_key(const Case& run) {
  return mix(run.order_seed + mix(static_cast<std::uint64_t>(run.exercise)));
}

float input_scale(const Case& run) {
  return run.exercise == 7 ? static_cast<float>(run.ranks) : 1.0F;
}

float input_value(const Case& run, int rank, std::size_t element) {
  const float scale = input_scale(run);
  switch (run.input) {
    case Input::distinct: return scale * distinct(run, rank, element);
    case Input::origins: return scale * std::ldexp(1.0F, 2 * rank);
    case Input::places: return scale * static_cast<float>(element + 1);
    case Input::rounding: return rounding(run, rank, element);
  }
  throw InvariantError("an Input without values");
}

float unreadable() {
  return std::numeric_limits<float>::quiet_NaN();
}

float guard_word(const Case& run, int rank, std::size_t place_in_block) {
  const std::uint64_t bits = mix(mix(input_key(run) ^ static_cast<std::uint64_t>(rank + 1)) +
                                 static_cast<std::uint64_t>(place_in_block));
  return std::bit_cast<float>(0x7f800001U | static_cast<std::uint32_t>(bits & 0x3fffff));
}

std::size_t buffer_elements(const Case& run) {
  return run.exercise == 2 ? run.elements * static_cast<std::size_t>(run.ranks) : run.elements;
}

std::vector<float> buffer_of(const Case& run, int rank, const std::vector<float>& block) {
  const std::vector<Range> spans = spans_of(run, rank);
  const auto part = [&](std::size_t span) {
    return block.begin() + static_cast<std::ptrdiff_t>(spans[span].begin);
  };
  if (run.exercise == 2) {
    std::vector<float> buffer(buffer_elements(run), unreadable());
    const auto at = [&](int owner) {
      return buffer.begin() +
             static_cast<std::ptrdiff_t>(static_cast<std::size_t>(owner) * run.elements);
    };
    std::copy_n(part(0), run.elements, at(rank));
    std::copy_n(part(1), run.elements, at(wrap(rank - 1, run.ranks)));
    return buffer;
  }
  std::vector<float> buffer;
  buffer.reserve(run.elements);
  for (std::size_t s = 0; s < spans.size(); ++s) {
    buffer.insert(buffer.end(), part(s), part(s) + static_cast<std::ptrdiff_t>(spans[s].size()));
  }
  return buffer;
}

std::vector<float> input_buffer(const Case& run, int rank) {
  std::vector<float> block = input_block(run, rank);
  if (run.exercise == 2 && run.ranks == 1) {  // its left neighbour is itself
    const std::vector<Range> spans = spans_of(run, rank);
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(spans[0].begin), run.elements,
                block.begin() + static_cast<std::ptrdiff_t>(spans[1].begin));
  }
  return buffer_of(run, rank, block);
}

}  // namespace zerolab::exercises
