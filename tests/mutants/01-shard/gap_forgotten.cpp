// loses: edges; says: begin
// Makes the first parts longer, but lets all begin as if none were: they overlap.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const std::size_t size = elements / ranks;
  const std::size_t extra = elements % ranks;
  const std::size_t begin = rank * size;
  if (static_cast<std::size_t>(rank) < extra) return {begin, begin + size + 1};
  return {begin, begin + size};
}
