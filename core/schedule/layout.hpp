// Where chunks lie in a buffer, and how long each is: the place where elements enter.
#pragma once

#include <cstddef>

#include "core/base/range.hpp"

namespace zerolab {

// The balanced partition: the first `element_count % chunk_count` chunks are one element longer.
// Chunks may be empty (fewer elements than chunks); they are still sent, as empty messages.
struct ChunkLayout {
  std::size_t element_count = 0;
  int chunk_count = 1;

  // The elements of chunk 0 … chunk_count-1. Consecutive chunks meet; together they are the buffer.
  Range range(int chunk) const;

  friend bool operator==(const ChunkLayout&, const ChunkLayout&) = default;
};

}  // namespace zerolab
