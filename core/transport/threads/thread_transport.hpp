// N ranks in one process, each on a thread of its own, or several as fibers of one thread where
// they outnumber the cores (carrier.hpp). Sends are rendezvous: a send is done when the receiver
// has read, or added, the elements straight out of the sender's memory; nothing is buffered, except
// in buffered mode (eager.hpp). Ranks that wait for each other in a circle are told so
// (deadlock.hpp).
#pragma once

#include <vector>

#include "core/device/device.hpp"
#include "core/transport/registry.hpp"
#include "core/transport/threads/thread_world.hpp"

namespace zerolab {

inline constexpr int max_thread_ranks = 256;

// See registry.hpp. World sizes 1 … max_thread_ranks.
void check_thread_ranks(int world_size);
void run_thread_ranks(int world_size, const RankMain& rank_main, const RunOptions& options);

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(ThreadWorld& world, int rank) : world_(world), rank_(rank) {}

  int rank() const override { return rank_; }
  int world_size() const override { return world_.world_size(); }
  void exchange(std::span<Send> sends, std::span<Receive> receives) override;
  void set_timing(bool on) override { timing_ = on; }
  void synchronize() override {}
  Counters counters() const override { return counters_; }
  std::size_t peak_buffered_bytes() const override;

 private:
  // A send is waiting for earlier ones of its link, then posted, then done; a receive is never
  // posted: it looks for what is.
  enum class Progress { waiting, posted, done };
  enum class Look { all_done, something_moved, nothing_moved };

  Look look(std::span<Send> sends, std::span<Receive> receives);
  bool advance(Send& send, Progress& progress);
  bool advance(Receive& receive, Progress& progress);
  void take(const Send& send, Receive& receive, bool timed);

  void check_ended(std::span<const Send> sends, std::span<const Receive> receives);
  std::vector<Pending> pending(std::span<const Send> sends,
                               std::span<const Receive> receives) const;
  void withdraw(std::span<const Send> sends);

  ThreadWorld& world_;
  int rank_;
  Device& cpu_ = device("cpu");
  bool timing_ = true;
  Counters counters_;
  std::vector<Progress> sending_;    // of the exchange that runs
  std::vector<Progress> receiving_;  // likewise
};

}  // namespace zerolab
