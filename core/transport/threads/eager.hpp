// Buffered mode: a small Send is copied here and done at once, whether or not anybody receives.
//
// MPI libraries do this for small messages (the "eager limit"). It saves the sender's wait, costs
// a copy and memory, and hides deadlocks: a program in which every rank sends before it receives
// runs with small messages and hangs with large ones. Off (0 bytes) unless asked for.
//
// What a sender has buffered for a receiver is a queue without a limit: each message keeps its
// place in the order of that pair of ranks, and a later rendezvous waits behind them all. Nothing
// stops a fast sender from filling memory; peak_bytes() tells how much it was.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "core/transport/transport.hpp"

namespace zerolab {

// A Send whose data lies in `bytes`.
struct BufferedMessage {
  Send send;
  std::vector<std::byte> bytes;
};

class EagerBuffers {
 public:
  // Sends of up to `eager_bytes` are buffered; 0: none, not even empty ones.
  EagerBuffers(int world_size, std::size_t eager_bytes);
  ~EagerBuffers();

  bool takes(const Send& send) const;

  // For the source's thread: copies a Send that takes() has accepted.
  void push(int source, const Send& send);

  // For the destination's thread; nearly free where the mode is off.
  bool holds(int source, int destination) const {
    return queues_ != nullptr && waiting_messages(source, destination) > 0;
  }
  BufferedMessage pop(int source, int destination);

  // The most bytes that `source` ever had buffered at once. For its thread.
  std::size_t peak_bytes(int source) const;

 private:
  struct Queue;
  struct Usage {
    std::atomic<std::size_t> held_bytes{0};
    std::size_t peak_bytes = 0;  // the source's own
  };

  Queue& queue(int source, int destination) const;
  std::size_t waiting_messages(int source, int destination) const;

  std::size_t world_size_;
  std::size_t eager_bytes_;
  std::unique_ptr<Queue[]> queues_;  // [source][destination]; none where eager_bytes_ is 0
  std::unique_ptr<Usage[]> usage_;   // [source], likewise
};

}  // namespace zerolab
