// The numbers that exercises 8 to 14 start with. Gradients are small whole numbers (of exercise 9
// multiples of N), so that every sum over ranks and micro-steps is exact in float.
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "exercises/judge/input.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

constexpr int same_on_all_ranks = -1;

std::uint64_t bits_of(const Case& run, int rank, std::size_t stream, std::size_t element) {
  const std::uint64_t key = mix(input_key(run) + mix(stream + 1));
  return mix(mix(key + static_cast<std::uint64_t>(rank + 1)) + element);
}

// 1 … most.
float whole(const Case& run, int rank, std::size_t stream, std::size_t element,
            std::uint64_t most) {
  return static_cast<float>(1 + bits_of(run, rank, stream, element) % most);
}

// ±2^-e·(1 … 2), e from 0 to 9: of many sizes, so that an ε is seen in some.
float real(const Case& run, int rank, std::size_t stream, std::size_t element) {
  const std::uint64_t bits = bits_of(run, rank, stream, element);
  const auto mantissa = static_cast<float>(0x8000 + (bits & 0x7fff)) / 0x8000;
  const auto scale = static_cast<float>(1U << ((bits >> 20) % 10));
  return ((bits >> 40) & 1) != 0 ? -mantissa / scale : mantissa / scale;
}

// Momentum and variance are zero before the first step.
float optimizer_input(const Case& run, int rank, std::size_t span, std::size_t element) {
  switch (span) {
    case 0: return 2 * real(run, rank, span, element);
    case 1: return real(run, rank, span, element);
    case 2: return run.step == 1 ? 0 : real(run, rank, span, element) / 4;
    default: {
      const float root = real(run, rank, span, element);
      return run.step == 1 ? 0 : root * root / 2;
    }
  }
}

float step_input(const Case& run, int rank, std::size_t span, std::size_t element) {
  if (span == 0) return 2 * real(run, same_on_all_ranks, span, element);
  if (span > static_cast<std::size_t>(run.step)) return unreadable();
  const float sign = (bits_of(run, rank, span, element) >> 50 & 1) != 0 ? -1 : 1;
  return sign * static_cast<float>(run.ranks) * whole(run, rank, span, element, 64) / 64;
}

float pass_input(const Case& run, int rank, std::size_t span, std::size_t element) {
  const std::size_t units = run.tensors.size();
  if (span < units) {
    const Range own = shard_range(run.tensors[span], run.ranks, rank);
    return whole(run, same_on_all_ranks, span, own.begin + element, 64);
  }
  if (span < 2 * units) return 0;
  return span == 2 * units ? unreadable() : whole(run, rank, span, element, 64);
}

// Eighths, whose squares add up exactly; with Input::rounding numbers whose sum depends on its
// order.
float norm_input(const Case& run, int rank, std::size_t element) {
  if (run.input == Input::rounding) return real(run, rank, 0, element);
  const float sign = (bits_of(run, rank, 0, element) >> 50 & 1) != 0 ? -1 : 1;
  return sign * whole(run, rank, 0, element, 100) / 8;
}

float reshard_input(const Case& run, int rank, std::size_t span, std::size_t element) {
  if (span >= 3) return unreadable();
  const Range own = shard_range(run.elements, run.from_ranks, rank);
  return whole(run, same_on_all_ranks, span, own.begin + element, 1'000'000);
}

}  // namespace

float zero_input(const Case& run, int rank, std::size_t span, std::size_t element) {
  switch (run.exercise) {
    case 8: return optimizer_input(run, rank, span, element);
    case 9: return step_input(run, rank, span, element);
    case 10: return span < run.tensors.size() ? 0 : whole(run, rank, span, element, 64);
    case 11: return pass_input(run, rank, span, element);
    case 12: return span == 0 ? norm_input(run, rank, element) : unreadable();
    case 14: return reshard_input(run, rank, span, element);
    default: throw InvariantError("an exercise without spans");
  }
}

}  // namespace zerolab::exercises
