// What each rank is doing, in memory that outlives its process: so that somebody else can say which
// rank crashed, and which one computes without end.
#pragma once

#include <array>
#include <atomic>
#include <memory>

namespace zerolab::exercises {

enum class RankState { absent, computing, waiting, ended };

inline constexpr int max_watched_ranks = 64;

struct RankStates {
  std::array<std::atomic<RankState>, max_watched_ranks> ranks{};
  std::atomic<int> crashed{-1};  // the rank in whose thread a signal arrived; -1: none
};

// On a rank's own thread, from construction to destruction: its state, and a stack for the handler
// of signals, since the thread's own may be what has run out. `states` may be nullptr.
class WatchedRank {
 public:
  WatchedRank(RankStates* states, int rank);
  ~WatchedRank();
  WatchedRank(const WatchedRank&) = delete;
  WatchedRank& operator=(const WatchedRank&) = delete;

  void set(RankState state);

 private:
  RankStates* states_;
  int rank_;
  std::unique_ptr<std::byte[]> signal_stack_;
};

// From now on a crash notes in which rank it happened, and then ends the process by its signal,
// whatever handlers there were before.
void note_crashes();

}  // namespace zerolab::exercises
