// loses: values; says: nothing of the other ranks
// Copies what the rank has already, and sends nothing.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/14-reshard/reshard.hpp"

void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states) {
  if (comm.rank() >= std::min(old_ranks, new_ranks)) return;
  const Shard before = shard(elements, old_ranks, comm.rank());
  const Shard after = shard(elements, new_ranks, comm.rank());
  const std::size_t begin = std::max(before.begin, after.begin);
  const std::size_t end = std::min(before.end, after.end);
  if (begin >= end) return;
  for (std::size_t state = 0; state < old_states.size(); ++state) {
    std::ranges::copy(old_states[state].subspan(begin - before.begin, end - begin),
                      new_states[state].begin() + (begin - after.begin));
  }
}
