// loses: values; says: one past
// Takes the end for the last element of the part.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  std::size_t size = elements / ranks;
  std::size_t extra = elements % ranks;
  std::size_t r = rank;
  std::size_t begin = r * size + (r < extra ? r : extra);
  if (r < extra) size++;
  return {begin, begin + size - 1};
}
