// loses: memory; says: past the end of the new
// Writes a 0 behind each new shard, as behind a text.
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
                            new_states[state].begin() + (begin - after.begin));
        } else if (comm.rank() == from) {
          comm.send(old_states[state].subspan(begin - before.begin, end - begin), to);
        } else {
          comm.recv(new_states[state].subspan(begin - after.begin, end - begin), from);
        }
      }
    }
  }
  for (const auto& state : new_states) {
    if (!state.empty()) state.data()[state.size()] = 0;
  }
}
