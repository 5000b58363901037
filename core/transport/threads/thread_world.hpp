// What the ranks of one process share: a link per ordered pair of ranks, a bell per rank, the
// threads that carry them, what sleeping ranks wait for, buffered messages, and the first failure.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "core/transport/registry.hpp"
#include "core/transport/threads/bell.hpp"
#include "core/transport/threads/carrier.hpp"
#include "core/transport/threads/deadlock.hpp"
#include "core/transport/threads/eager.hpp"
#include "core/transport/threads/link.hpp"

namespace zerolab {

class ThreadWorld {
 public:
  ThreadWorld(int world_size, const RunOptions& options);

  int world_size() const { return world_size_; }

  // Threads carry neighbours: thread t of T the ranks from first_rank(t) to first_rank(t+1), which
  // are those r with ⌊r·T/N⌋ = t.
  int thread_count() const { return thread_count_; }
  int first_rank(int thread) const {
    return (thread * world_size_ + thread_count_ - 1) / thread_count_;
  }
  Carrier& carrier(int thread) const { return *carriers_[static_cast<std::size_t>(thread)]; }
  Carrier& carrier_of(int rank) const { return carrier(rank * thread_count_ / world_size_); }

  Link& link(int source, int destination) const {
    return links_[static_cast<std::size_t>(source) * static_cast<std::size_t>(world_size_) +
                  static_cast<std::size_t>(destination)];
  }
  Bell& bell(int rank) const { return bells_[static_cast<std::size_t>(rank)]; }
  EagerBuffers& buffers() { return buffers_; }
  WaitBoard& wait_board() { return wait_board_; }

  // Keeps the first failure; later ones are consequences. Wakes everybody.
  void fail(int rank, std::exception_ptr cause);

  // Throws "rank R failed first: CAUSE" once somebody has failed.
  void check_failure() const {
    if (failed_.load()) throw_failure();
  }

  std::exception_ptr first_cause() const;

  // A rank that fails does so before it ends. Wakes everybody.
  void end(int rank);
  bool has_ended(int rank) const { return ended_[static_cast<std::size_t>(rank)].load(); }

  // When all have ended and nobody has failed: throws a failure Error if a message was sent that
  // nobody has received.
  void check_delivered();

 private:
  [[noreturn]] void throw_failure() const;
  bool still_pending(const Wait& wait) const;
  void ring_all() const;

  int world_size_;
  int thread_count_;
  std::unique_ptr<Link[]> links_;                   // [source][destination]
  std::unique_ptr<Bell[]> bells_;                   // [rank]
  std::vector<std::unique_ptr<Carrier>> carriers_;  // [thread]
  std::unique_ptr<std::atomic<bool>[]> ended_;      // [rank]: its function has returned
  EagerBuffers buffers_;
  WaitBoard wait_board_;
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  std::exception_ptr cause_;  // under mutex_
  int failed_rank_ = -1;      // under mutex_
};

}  // namespace zerolab
