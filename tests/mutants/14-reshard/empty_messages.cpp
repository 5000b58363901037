// loses: counts; says: do not meet
// Sends every rank a message per state, most of them empty: ranks whose shards do not meet have
// nothing to say to each other.
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
      const std::size_t end = std::max(begin, std::min(before.end, after.end));
      for (std::size_t state = 0; state < old_states.size(); ++state) {
        const std::size_t size = end - begin;
        const std::size_t source = size == 0 ? 0 : begin - before.begin;
        const std::size_t target = size == 0 ? 0 : begin - after.begin;
        if (from == to) {
          std::ranges::copy(old_states[state].subspan(source, size),
                            new_states[state].begin() + target);
        } else if (comm.rank() == from) {
          comm.send(old_states[state].subspan(source, size), to);
        } else {
          comm.recv(new_states[state].subspan(target, size), from);
        }
      }
    }
  }
}
