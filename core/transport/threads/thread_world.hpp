// What the ranks of one process share: a link per ordered pair of ranks, and the first failure.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "core/transport/transport.hpp"

namespace zerolab {

// Carries one message at a time from one rank to another. The sender leaves a pointer to its Send;
// the receiver reads the elements straight from the sender's memory.
//
//   empty ──sender──► posted ──receiver──► taken ──receiver──► moved ──sender──► empty
//
// `send` and `when` belong to whoever made the last transition. From posted on, the sender's
// buffer stays alive until moved, also when the sender fails: it withdraws a posted message, or
// waits for a taken one.
struct alignas(64) Link {
  enum class State { empty, posted, taken, moved };
  std::atomic<State> state{State::empty};
  const Send* send = nullptr;
  Moment when;
};

class ThreadWorld {
 public:
  explicit ThreadWorld(int world_size);

  int world_size() const { return world_size_; }
  Link& link(int source, int destination) {
    return links_[static_cast<std::size_t>(source) * static_cast<std::size_t>(world_size_) +
                  static_cast<std::size_t>(destination)];
  }

  // Keeps the first failure; later ones are consequences.
  void fail(int rank, std::exception_ptr cause);

  // Throws "rank R failed first: CAUSE" once somebody has failed.
  void check_failure() const {
    if (failed_.load(std::memory_order_acquire)) throw_failure();
  }

  std::exception_ptr first_cause() const;

  void end(int rank) { ended_[rank].store(true, std::memory_order_release); }
  bool has_ended(int rank) const { return ended_[rank].load(std::memory_order_acquire); }

 private:
  [[noreturn]] void throw_failure() const;

  int world_size_;
  std::unique_ptr<Link[]> links_;               // [source][destination]
  std::unique_ptr<std::atomic<bool>[]> ended_;  // [rank]: its function has returned
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  std::exception_ptr cause_;  // under mutex_
  int failed_rank_ = -1;      // under mutex_
};

}  // namespace zerolab
