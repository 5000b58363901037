// loses: edges; says: int / 2147483647
// Counts elements in int, which ends at 2,147,483,647: a large model has more parameters.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const unsigned n = static_cast<unsigned>(elements);
  const unsigned size = n / ranks;
  const unsigned extra = n % ranks;
  const unsigned r = rank;
  const unsigned begin = r * size + std::min(r, extra);
  return {begin, begin + size + (r < extra ? 1u : 0u)};
}
