// Valid: counts the long parts first, then the short ones.
#include "exercises/01-shard/shard.hpp"

Shard shard(std::size_t elements, int ranks, int rank) {
  const std::size_t short_size = elements / static_cast<std::size_t>(ranks);
  const std::size_t long_parts = elements % static_cast<std::size_t>(ranks);
  const std::size_t r = static_cast<std::size_t>(rank);
  if (r < long_parts) return {r * (short_size + 1), (r + 1) * (short_size + 1)};
  const std::size_t first_short = long_parts * (short_size + 1);
  return {first_short + (r - long_parts) * short_size,
          first_short + (r + 1 - long_parts) * short_size};
}
