// The links between a host's memory and the ranks on it: one for each rank, and a cap for all of
// them together, since they end in one memory. A DGX-2, for example: 12 GB/s for one GPU alone,
// 48 GB/s for all, which is 3 GB/s each when 16 are active (ZeRO-Infinity, section 6.1).
//
// Copies are real: they move bytes from a host buffer to a rank's buffer, piece by piece, and no
// piece sooner than the rank's token bucket and the host's let it pass. So a copy of S bytes alone
// takes latency + S/B, n copies at once share min(n·B, host), and copies that compete for the cap
// take turns by piece. A machine that is slower than its model shows: it is late.
//
// Ranks copy at the same time by the clock; one thread moves all their pieces, in the order in
// which these are due, as a copy engine does. With a thread for each rank a machine of few cores
// would measure its own scheduler. The clock and the waiting are given, so that a test simulates
// both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/offload/token_bucket.hpp"

namespace zerolab {

// What the links can do. Rates in bytes per second, above 0; the cap may lie below a link's rate,
// and then rules alone.
struct HostModel {
  double link_bandwidth = 12e9;  // B, of each rank's link
  double latency_seconds = 0;    // from asking for a copy to its first byte
  double host_bandwidth = 48e9;  // of all links together

  friend bool operator==(const HostModel&, const HostModel&) = default;
};

// The same host in slow motion: rates divided by `factor`, latency multiplied with it.
HostModel slowed(const HostModel& model, double factor);

struct Clock {
  std::function<std::int64_t()> now_ns;
  std::function<void(std::int64_t)> wait_until_ns;  // returns then or later, at once if it is past
};

// now_ns() of base/clock.hpp; waiting lets the thread sleep.
Clock steady_clock();

struct HostCopy {
  int rank = 0;
  void* destination = nullptr;
  const void* source = nullptr;
  std::size_t bytes = 0;
};

class HostLinks {
 public:
  // Small enough that competing copies take turns many times, large enough that a turn is no
  // matter of how exactly a thread wakes up.
  static constexpr std::size_t piece_bytes = std::size_t{16} << 10;

  HostLinks(int ranks, const HostModel& model, Clock clock = steady_clock());

  // Copies all of them, asked for now, and returns when the last byte has arrived. Those of one
  // rank go one after the other, in their order, each with its latency; copying nothing takes no
  // time. A piece is asked for at the moment when the one before it was due, not when the thread
  // woke up: a late thread catches up instead of being late again and again.
  void copy(std::span<const HostCopy> copies);

  // Over the rank's link so far, counted piece by piece as they are copied.
  std::int64_t copied_bytes(int rank) const { return copied_[static_cast<std::size_t>(rank)]; }

 private:
  struct Queue;
  void ask(Queue& queue);
  void arrive(Queue& queue);

  Clock clock_;
  std::int64_t latency_ns_;
  std::vector<std::int64_t> copied_;  // [rank]
  std::vector<TokenBucket> links_;    // [rank]
  TokenBucket host_;
};

}  // namespace zerolab
