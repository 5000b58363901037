// loses: counts; says: through rank 0
// Collects everything on rank 0, as a checkpoint in one file does, and hands out the new shards.
#include <algorithm>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/14-reshard/reshard.hpp"

void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states) {
  for (std::size_t state = 0; state < old_states.size(); ++state) {
    std::vector<float> whole(elements);
    const std::span<float> all(whole);
    if (comm.rank() == 0) {
      std::ranges::copy(old_states[state], whole.begin());
      for (int from = 1; from < old_ranks; ++from) {
        const Shard part = shard(elements, old_ranks, from);
        comm.recv(all.subspan(part.begin, part.end - part.begin), from);
      }
      for (int to = 1; to < new_ranks; ++to) {
        const Shard part = shard(elements, new_ranks, to);
        comm.send(all.subspan(part.begin, part.end - part.begin), to);
      }
      std::ranges::copy(all.first(new_states[state].size()), new_states[state].begin());
    } else {
      if (comm.rank() < old_ranks) comm.send(old_states[state], 0);
      if (comm.rank() < new_ranks) comm.recv(new_states[state], 0);
    }
  }
}
