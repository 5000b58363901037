// The small enums that every module shares, each with its written name. Names are the field's
// own ("reduce-scatter"), and what to_string prints parse_... reads back.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/base/bfloat16.hpp"

namespace zerolab {

// The collectives of core/schedule, in the words of MPI and NCCL.
enum class Collective { reduce_scatter, all_gather, all_reduce, broadcast, reduce };

inline constexpr std::array all_collectives{Collective::reduce_scatter, Collective::all_gather,
                                            Collective::all_reduce, Collective::broadcast,
                                            Collective::reduce};

// What the receiver does with an arriving chunk: overwrite its own, or add to it.
enum class Combine { copy, add };

// Element types that can travel.
enum class DType { f32, bf16, i64 };

// What a rank's bytes are for. The first five are state at rest: they live from one training step
// to the next. The last four are transient.
enum class MemoryCategory {
  parameters,
  gradients,
  master_weights,
  momentum,
  variance,
  gathered_parameters,
  buckets,
  activations,
  scratch
};

inline constexpr std::array all_memory_categories{
    MemoryCategory::parameters, MemoryCategory::gradients,   MemoryCategory::master_weights,
    MemoryCategory::momentum,   MemoryCategory::variance,    MemoryCategory::gathered_parameters,
    MemoryCategory::buckets,    MemoryCategory::activations, MemoryCategory::scratch};

std::string_view to_string(Collective collective);
std::string_view to_string(Combine combine);
std::string_view to_string(DType dtype);
std::string_view to_string(MemoryCategory category);

// Each throws an input Error that lists the names it knows.
Collective parse_collective(std::string_view name);
Combine parse_combine(std::string_view name);
DType parse_dtype(std::string_view name);
MemoryCategory parse_memory_category(std::string_view name);

// Broadcast and reduce have a root; the others do not.
bool has_root(Collective collective);

// Bytes of one element.
std::size_t size_bytes(DType dtype);

template <typename T>
constexpr DType dtype_of();
template <>
constexpr DType dtype_of<float>() {
  return DType::f32;
}
template <>
constexpr DType dtype_of<BFloat16>() {
  return DType::bf16;
}
template <>
constexpr DType dtype_of<long>() {
  return DType::i64;
}

static_assert(sizeof(long) == 8, "zerolab's int64 is long, as on 64-bit Linux");

// True for the categories that persist between training steps.
bool is_at_rest(MemoryCategory category);

}  // namespace zerolab
