// What `zerolab bench` was asked for, read from words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.hpp"

namespace zerolab {

struct BenchOptions {
  std::vector<Collective> collectives;
  std::vector<std::size_t> sizes_bytes;  // ascending
  DType dtype = DType::f32;
  int ranks = 4;
  int iterations = 20;
  int warmup = 5;
  bool cold = false;
  std::string algorithm;                   // empty: each collective's default
  std::optional<std::size_t> slice_bytes;  // 0: whole chunks; none: default_slice_bytes
  std::size_t eager_bytes = 0;             // RunOptions
};

// A whole number of bytes, "8", or of K, M or G, which are 2^10, 2^20 and 2^30 as in nccl-tests:
// "64K", "256M". Throws an input Error that quotes the text; from 1 to 2^40.
std::size_t parse_binary_bytes(std::string_view text);

// "none", which is 0, or a size as above.
std::size_t parse_slice_bytes(std::string_view text);

// least, least·factor, … up to `most`. Throws an input Error where `most` is below `least`, or the
// factor below 2.
std::vector<std::size_t> sizes_between(std::size_t least, std::size_t most, int factor);

// "all", or the name of one.
std::vector<Collective> parse_collectives(std::string_view text);

// Element types by the names that benchmarks give them: float, bf16, int64.
DType parse_element_type(std::string_view name);
std::string_view element_type_name(DType dtype);

}  // namespace zerolab
