// loses: deadlock; says: order of sends and receives
// Every rank receives all that it needs, and then sends. That goes well while ranks only wait for
// ranks that end before them; from 8 to 5 ranks it does not.
#include <algorithm>

#include "exercises/01-shard/shard.hpp"
#include "exercises/14-reshard/reshard.hpp"

namespace {

enum class Part { copies, sends, receives };

void move(Part part, Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
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
        const std::size_t length = end - begin;
        if (from == to) {
          if (part != Part::copies) continue;
          std::ranges::copy(old_states[state].subspan(begin - before.begin, length),
                            new_states[state].begin() + (begin - after.begin));
        } else if (comm.rank() == from && part == Part::sends) {
          comm.send(old_states[state].subspan(begin - before.begin, length), to);
        } else if (comm.rank() == to && part == Part::receives) {
          comm.recv(new_states[state].subspan(begin - after.begin, length), from);
        }
      }
    }
  }
}

}  // namespace

void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states) {
  for (const Part part : {Part::copies, Part::receives, Part::sends}) {
    move(part, comm, elements, old_ranks, new_ranks, old_states, new_states);
  }
}
