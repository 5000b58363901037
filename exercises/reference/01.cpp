// The reference version of exercise 1: core's balanced partition.
#include <stdexcept>

#include <fmt/core.h>

#include "core/schedule/layout.hpp"
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  if (rank < 0 || rank >= ranks) {
    throw std::out_of_range(fmt::format(
        "shard is asked for chunk {} of {}: there are 0 to {}{}", rank, ranks, ranks - 1,
        rank < 0 ? "; in C++ -1 % 4 is -1, so add N before the remainder is taken" : ""));
  }
  const zerolab::Range range = zerolab::ChunkLayout{elements, ranks}.range(rank);
  return {range.begin, range.end};
}
