// A collective played with numbers: rank r contributes 8^r, and a chunk is worth the sum of what it
// holds, so that octal digit r says how often rank r's input is in it. Written without playback and
// without the schedule's definition of who has input.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule/schedule.hpp"
#include "viz/playback/playback.hpp"

namespace zerolab::test {

inline std::uint64_t contribution_of(int rank) {
  return std::uint64_t{1} << (3 * rank);
}

// [rank][chunk]
using Values = std::vector<std::vector<std::uint64_t>>;

inline Values input_values(Collective collective, int n, int chunk_count, int root) {
  Values values(static_cast<std::size_t>(n),
                std::vector<std::uint64_t>(static_cast<std::size_t>(chunk_count)));
  for (int rank = 0; rank < n; ++rank) {
    for (int chunk = 0; chunk < chunk_count; ++chunk) {
      bool has = true;
      if (collective == Collective::all_gather) has = chunk * n / chunk_count == rank;
      if (collective == Collective::broadcast) has = rank == root;
      if (!has) continue;
      values[static_cast<std::size_t>(rank)][static_cast<std::size_t>(chunk)] =
          contribution_of(rank);
    }
  }
  return values;
}

// A transfer or a move. All of a step read `before`.
template <typename Move>
void play(const Values& before, const Move& move, Values& after) {
  const auto chunk = static_cast<std::size_t>(move.chunk);
  const std::uint64_t arriving = before[static_cast<std::size_t>(move.source)][chunk];
  std::uint64_t& target = after[static_cast<std::size_t>(move.destination)][chunk];
  target = move.combine == Combine::add ? target + arriving : arriving;
}

inline Values values_of(const PlaybackState& state) {
  Values values(static_cast<std::size_t>(state.world_size));
  for (int rank = 0; rank < state.world_size; ++rank) {
    for (int chunk = 0; chunk < state.chunk_count; ++chunk) {
      const auto held = state.held(rank, chunk);
      std::uint64_t value = 0;
      for (int r = 0; r < state.world_size; ++r) {
        value += held[static_cast<std::size_t>(r)] * contribution_of(r);
      }
      values[static_cast<std::size_t>(rank)].push_back(value);
    }
  }
  return values;
}

}  // namespace zerolab::test
