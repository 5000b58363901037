// loses: edges; says: rank times its length
// Lets its shard begin at rank times its length, which is right where all are equally long.
#include <algorithm>

#include "exercises/14-reshard/reshard.hpp"

void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states) {
  const auto begin_of = [&](int ranks, int rank) {
    const std::size_t longer = elements % ranks;
    const std::size_t length = elements / ranks + (std::size_t(rank) < longer ? 1 : 0);
    return rank * length;
  };
  const auto length_of = [&](int ranks, int rank) {
    return elements / ranks + (std::size_t(rank) < elements % ranks ? 1 : 0);
  };
  for (int from = 0; from < old_ranks; ++from) {
    for (int to = 0; to < new_ranks; ++to) {
      if (comm.rank() != from && comm.rank() != to) continue;
      const std::size_t old_begin = begin_of(old_ranks, from);
      const std::size_t new_begin = begin_of(new_ranks, to);
      const std::size_t begin = std::max(old_begin, new_begin);
      const std::size_t end =
          std::min(old_begin + length_of(old_ranks, from), new_begin + length_of(new_ranks, to));
      if (begin >= end) continue;
      for (std::size_t state = 0; state < old_states.size(); ++state) {
        if (from == to) {
          std::ranges::copy(old_states[state].subspan(begin - old_begin, end - begin),
                            new_states[state].begin() + (begin - new_begin));
        } else if (comm.rank() == from) {
          comm.send(old_states[state].subspan(begin - old_begin, end - begin), to);
        } else {
          comm.recv(new_states[state].subspan(begin - new_begin, end - begin), from);
        }
      }
    }
  }
}
