// Valid: a rank's part begins where the part of the rank before it ends.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const std::size_t begin = rank == 0 ? 0 : shard(elements, ranks, rank - 1).end;
  // What is left, over the ranks that are left: rounded up, the first parts are the longer ones.
  const std::size_t left = elements - begin;
  const std::size_t ranks_left = static_cast<std::size_t>(ranks - rank);
  return {begin, begin + (left + ranks_left - 1) / ranks_left};
}
