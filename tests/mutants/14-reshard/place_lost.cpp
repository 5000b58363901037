// loses: values; says: put at the beginning
// Receives every piece at the beginning of the new shard.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/14-reshard/reshard.hpp"

void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states) {
  for (int from = 0; from < old_ranks; ++from) {
    for (int to = 0; to < new_ranks; ++to) {
      if (comm.rank() != from && comm.rank() != to) continue;
      const Shard before = shard(elements, old_ranks, from);
      const Shard after = shard(elements, new_ranks, to);
      const std::size_t begin = std::max(before.begin, after.begin);
      const std::size_t end = std::min(before.end, after.end);
      if (begin >= end) continue;
      for (std::size_t state = 0; state < old_states.size(); ++state) {
        if (from == to) {
          std::ranges::copy(old_states[state].subspan(begin - before.begin, end - begin),
                            new_states[state].begin());
        } else if (comm.rank() == from) {
          comm.send(old_states[state].subspan(begin - before.begin, end - begin), to);
        } else {
          comm.recv(new_states[state].subspan(0, end - begin), from);
        }
      }
    }
  }
}
