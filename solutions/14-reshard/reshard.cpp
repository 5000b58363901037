// Exercise 14, solved: what two shards have in common is a range, and that moves.
//
// A shard is a range of the whole buffer, so old and new shard of any two ranks meet in one range,
// or not at all. All ranks go through the pairs (from, to) in the same order, so that each send
// meets its receive: nobody can wait in a circle.
#include "exercises/14-reshard/reshard.hpp"

#include <algorithm>

#include "exercises/01-shard/shard.hpp"

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
          const auto piece = old_states[state].subspan(begin - before.begin, end - begin);
          std::copy(piece.begin(), piece.end(),
                    new_states[state].subspan(begin - after.begin).begin());
        } else if (comm.rank() == from) {
          comm.send(old_states[state].subspan(begin - before.begin, end - begin), to);
        } else {
          comm.recv(new_states[state].subspan(begin - after.begin, end - begin), from);
        }
      }
    }
  }
}
