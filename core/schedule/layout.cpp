#include "core/schedule/layout.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

Range ChunkLayout::range(int chunk) const {
  require(chunk >= 0 && chunk < chunk_count, "a chunk number lies in 0 … chunk_count-1");
  const auto chunks = static_cast<std::size_t>(chunk_count);
  const auto index = static_cast<std::size_t>(chunk);
  const std::size_t shorter = element_count / chunks;
  const std::size_t longer_chunks = element_count % chunks;
  const std::size_t begin = index * shorter + std::min(index, longer_chunks);
  return {begin, begin + shorter + (index < longer_chunks ? 1 : 0)};
}

}  // namespace zerolab
