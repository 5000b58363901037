// Valid: deals out the elements one by one, like cards, and counts.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const std::size_t n = static_cast<std::size_t>(ranks);
  const std::size_t me = static_cast<std::size_t>(rank);
  // Rank r is dealt elements r, r + N, r + 2N, …: so many.
  const auto dealt = [&](std::size_t r) { return r < elements ? (elements - r - 1) / n + 1 : 0; };
  std::size_t begin = 0;
  for (std::size_t r = 0; r < me; ++r) begin += dealt(r);
  return {begin, begin + dealt(me)};
}
