#include "core/cli/bench_check.hpp"

#include <algorithm>
#include <array>

#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

constexpr int largest_sum = 256;
constexpr std::size_t period = 1009;

using Period = std::array<int, period>;  // the values at elements 0 … 1008, which then repeat

// Scatters whole numbers (the finalizer of MurmurHash3, Appleby).
std::uint32_t scattered(std::uint32_t value) {
  value = (value ^ (value >> 16)) * 0x85EBCA6BU;
  value = (value ^ (value >> 13)) * 0xC2B2AE35U;
  return value ^ (value >> 16);
}

Period contribution(int rank, int world_size) {
  require(world_size >= 1 && world_size <= largest_sum, "the sum of all ranks' inputs is exact");
  const auto values = static_cast<std::uint32_t>(largest_sum / world_size + 1);
  Period period_values{};
  for (std::size_t i = 0; i < period; ++i) {
    const auto place = static_cast<std::uint32_t>(static_cast<std::size_t>(rank) * period + i);
    period_values[i] = static_cast<int>(scattered(place) % values);
  }
  return period_values;
}

Period sum_of_contributions(int world_size) {
  Period sum{};
  for (int rank = 0; rank < world_size; ++rank) {
    const Period one = contribution(rank, world_size);
    for (std::size_t i = 0; i < period; ++i) sum[i] += one[i];
  }
  return sum;
}

template <typename T>
T as_element(int value) {
  return static_cast<T>(value);
}
template <>
BFloat16 as_element<BFloat16>(int value) {
  return to_bfloat16(static_cast<float>(value));
}

template <typename T>
std::array<T, period> as_elements(const Period& values) {
  std::array<T, period> elements{};
  std::ranges::transform(values, elements.begin(), as_element<T>);
  return elements;
}

template <typename T>
void fill(std::span<T> buffer, Range input, const Period& values) {
  const auto elements = as_elements<T>(values);
  std::ranges::fill(buffer, as_element<T>(-1));
  for (std::size_t i = input.begin; i < input.end; ++i) buffer[i] = elements[i % period];
}

template <typename T>
std::int64_t differences(std::span<const T> buffer, Range range, const Period& values) {
  const auto elements = as_elements<T>(values);
  std::int64_t count = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    count += buffer[i] == elements[i % period] ? 0 : 1;
  }
  return count;
}

std::int64_t differences(TypedSpan buffer, Range range, const Period& values) {
  switch (buffer.dtype) {
    case DType::f32: return differences<float>(buffer.as<float>(), range, values);
    case DType::bf16: return differences<BFloat16>(buffer.as<BFloat16>(), range, values);
    case DType::i64: return differences<long>(buffer.as<long>(), range, values);
  }
  throw InvariantError("a DType that nobody compares");
}

// The chunks that a rank owns: neighbours.
Range owned_by(const CheckedCollective& checked, int rank, std::size_t elements) {
  require(checked.chunk_count % checked.world_size == 0, "each rank owns as many chunks");
  const int each = checked.chunk_count / checked.world_size;
  const ChunkLayout layout{elements, checked.chunk_count};
  return {layout.range(rank * each).begin, layout.range(rank * each + each - 1).end};
}

}  // namespace

Range input_of(const CheckedCollective& checked, int rank, std::size_t elements) {
  switch (checked.collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce: return {0, elements};
    case Collective::all_gather: return owned_by(checked, rank, elements);
    case Collective::broadcast: return {0, rank == checked.root ? elements : 0};
  }
  throw InvariantError("a Collective without an input");
}

Range result_of(const CheckedCollective& checked, int rank, std::size_t elements) {
  switch (checked.collective) {
    case Collective::reduce_scatter: return owned_by(checked, rank, elements);
    case Collective::all_gather:
    case Collective::all_reduce:
    case Collective::broadcast: return {0, elements};
    case Collective::reduce: return {0, rank == checked.root ? elements : 0};
  }
  throw InvariantError("a Collective without a result");
}

void fill_with_input(const CheckedCollective& checked, int rank, TypedSpan buffer) {
  const Range input = input_of(checked, rank, buffer.elements);
  const Period values = contribution(rank, checked.world_size);
  switch (buffer.dtype) {
    case DType::f32: return fill(buffer.as<float>(), input, values);
    case DType::bf16: return fill(buffer.as<BFloat16>(), input, values);
    case DType::i64: return fill(buffer.as<long>(), input, values);
  }
}

std::int64_t count_wrong(const CheckedCollective& checked, int rank, TypedSpan buffer) {
  const Range result = result_of(checked, rank, buffer.elements);
  const int n = checked.world_size;
  switch (checked.collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce: return differences(buffer, result, sum_of_contributions(n));
    case Collective::broadcast: return differences(buffer, result, contribution(checked.root, n));
    case Collective::all_gather: break;
  }
  std::int64_t count = 0;
  for (int owner = 0; owner < n; ++owner) {
    count += differences(buffer, owned_by(checked, owner, buffer.elements), contribution(owner, n));
  }
  return count;
}

}  // namespace zerolab
