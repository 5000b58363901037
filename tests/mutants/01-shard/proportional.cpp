// loses: edges; says: the first n mod N
// Cuts at rank·n/N. That is balanced too, but the longer parts lie scattered.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const auto cut = [&](std::size_t r) { return elements * r / static_cast<std::size_t>(ranks); };
  return {cut(rank), cut(rank + 1)};
}
