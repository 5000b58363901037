// The rank processes of one run, as seen from outside: what they were asked, how they ended,
// whether they compute, and what memory they took.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grader/household.hpp"
#include "exercises/grader/run_program.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// Why a rank's process came to its end, seen by the system and not told by the process.
struct RankEnd {
  Ending ending = Ending::ended_early;
  std::string detail;
};

class RankProcesses {
 public:
  // Starts one per rank; `plan` lacks only the descriptors. Throws a failure.
  RankProcesses(const SandboxPlan& plan, const Case& run);
  ~RankProcesses();
  RankProcesses(const RankProcesses&) = delete;
  RankProcesses& operator=(const RankProcesses&) = delete;

  std::vector<int> sockets() const;

  // Called often: says why the run cannot go on; empty: it can.
  std::string trouble();

  // At a mark, while the rank waits: what its memory's peak is then.
  void look_at_memory(int rank, int mark);
  std::optional<std::int64_t> peak_bytes(int rank) const;

  // After the run: ends all ranks, and everything that they have left. `gone` is the rank whose
  // socket has closed, -1 for none: it is given a moment to end by itself.
  void end_all(int gone);
  // Of the rank that was gone, and of ranks that asked for what they may not do.
  const std::optional<RankEnd>& end_of(int rank) const { return at(rank).end; }

 private:
  struct Rank {
    pid_t process = -1;
    Descriptor socket;
    Descriptor listener;
    bool waited_for = false;
    std::optional<RankEnd> end;
    std::optional<std::int64_t> before;  // bytes of memory at mark 1
    std::optional<std::int64_t> after;   // its peak at mark 2, or at the last of them
  };

  void start(int rank, const SandboxPlan& plan, const Case& run, int null);
  RankEnd described(const ProcessEnd& end) const;
  void note_refused_calls();
  bool all_are_asleep();
  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Rank& at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  std::vector<Rank> ranks_;
  double cpu_seconds_;
  std::int64_t block_bytes_;
  std::chrono::steady_clock::time_point next_look_;
  std::chrono::steady_clock::time_point awake_;
  double seen_cpu_ = 0;
};

}  // namespace zerolab::exercises
