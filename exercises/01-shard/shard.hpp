// Exercise 1: which part of a buffer belongs to a rank.
#pragma once

#include <cstddef>

// The elements begin, begin + 1, …, end - 1.
struct Shard {
  std::size_t begin;
  std::size_t end;
};

// The part of `rank` when `elements` are cut into `ranks` parts in the order of ranks, with no gap:
// the first elements % ranks parts are one element longer than the others. Parts may be empty.
Shard shard(std::size_t elements, int ranks, int rank);
