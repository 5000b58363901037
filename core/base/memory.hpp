// Bytes of one rank, by what they are for.
#pragma once

#include <array>
#include <cstdint>

#include "core/base/names.hpp"

namespace zerolab {

// One number per MemoryCategory, in the order of all_memory_categories.
using CategoryBytes = std::array<std::int64_t, all_memory_categories.size()>;

inline std::int64_t& bytes_of(CategoryBytes& bytes, MemoryCategory category) {
  return bytes[static_cast<std::size_t>(category)];
}
inline std::int64_t bytes_of(const CategoryBytes& bytes, MemoryCategory category) {
  return bytes[static_cast<std::size_t>(category)];
}

inline std::int64_t total_bytes(const CategoryBytes& bytes) {
  std::int64_t total = 0;
  for (const std::int64_t value : bytes) total += value;
  return total;
}

}  // namespace zerolab
