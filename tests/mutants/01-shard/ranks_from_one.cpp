// loses: values; says: shard of another rank
// Numbers the ranks from 1, so that every rank gets its left neighbour's part.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"

static std::size_t cut(std::size_t elements, std::size_t ranks, std::size_t r) {
  return r * (elements / ranks) + std::min(r, elements % ranks);
}

Shard shard(std::size_t elements, int ranks, int rank) {
  const int before = rank > 0 ? rank - 1 : ranks - 1;
  return {cut(elements, ranks, before), cut(elements, ranks, before + 1)};
}
