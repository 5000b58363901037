#include "core/transport/threads/thread_transport.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/transport/threads/thread_world.hpp"

namespace zerolab {

namespace {

// Tells the core that this is a waiting loop.
inline void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits a little longer each time: the peer may run on another core right now (a pause), or need
// this very core (a yield), or be busy for long (a short sleep).
class Backoff {
 public:
  void wait() {
    ++rounds_;
    if (rounds_ <= 20) {
      pause_core();
    } else if (rounds_ <= 200) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
  void reset() { rounds_ = 0; }

 private:
  int rounds_ = 0;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(ThreadWorld& world, int rank) : world_(world), rank_(rank) {}

  int rank() const override { return rank_; }
  int world_size() const override { return world_.world_size(); }
  void synchronize() override {}
  Counters counters() const override { return counters_; }

  void exchange(std::span<Send> sends, std::span<Receive> receives) override {
    for (const Send& send : sends) check_peer(send.peer, "send", send.label);
    for (const Receive& receive : receives) check_peer(receive.peer, "receive", receive.label);
    sending_.assign(sends.size(), Progress::waiting);
    receiving_.assign(receives.size(), Progress::waiting);
    try {
      wait_for_all(sends, receives);
    } catch (...) {
      withdraw(sends);
      throw;
    }
  }

 private:
  enum class Progress { waiting, posted, done };

  void check_peer(int peer, std::string_view what, const Label& label) const {
    if (peer >= 0 && peer < world_size() && peer != rank_) return;
    throw input_error("rank {} wants to {} '{}' {} rank {}: its peers are {}", rank_, what,
                      to_string(label), what == "send" ? "to" : "from", peer,
                      world_size() == 1 ? "none, it is alone"
                                        : fmt::format("0 to {} without itself", world_size() - 1));
  }

  void wait_for_all(std::span<Send> sends, std::span<Receive> receives) {
    Backoff backoff;
    while (true) {
      bool moved = false;
      bool waiting = false;
      for (std::size_t i = 0; i < sends.size(); ++i) {
        if (sending_[i] == Progress::done || earlier_pending(sends, sending_, i)) continue;
        moved |= advance_send(sends[i], sending_[i]);
        waiting |= sending_[i] != Progress::done;
      }
      for (std::size_t i = 0; i < receives.size(); ++i) {
        if (receiving_[i] == Progress::done || earlier_pending(receives, receiving_, i)) continue;
        moved |= advance_receive(receives[i], receiving_[i]);
        waiting |= receiving_[i] != Progress::done;
      }
      if (moved) {
        backoff.reset();
        continue;
      }
      if (!waiting) return;
      world_.check_failure();
      check_ended(sends, receives);
      backoff.wait();
    }
  }

  // Messages between two ranks keep their order: a later one waits for the earlier.
  template <typename Message>
  static bool earlier_pending(std::span<Message> messages, const std::vector<Progress>& progress,
                              std::size_t index) {
    for (std::size_t i = 0; i < index; ++i) {
      if (messages[i].peer == messages[index].peer && progress[i] != Progress::done) return true;
    }
    return false;
  }

  bool advance_send(Send& send, Progress& progress) {
    Link& link = world_.link(rank_, send.peer);
    if (progress == Progress::waiting) {
      link.send = &send;
      link.state.store(Link::State::posted, std::memory_order_release);
      progress = Progress::posted;
      return true;
    }
    if (link.state.load(std::memory_order_acquire) != Link::State::moved) return false;
    send.moved = link.when;
    link.state.store(Link::State::empty, std::memory_order_relaxed);
    progress = Progress::done;
    counters_.sent_messages += 1;
    counters_.sent_elements += static_cast<std::int64_t>(send.elements);
    counters_.sent_bytes += static_cast<std::int64_t>(send.elements * size_bytes(send.dtype));
    return true;
  }

  bool advance_receive(Receive& receive, Progress& progress) {
    Link& link = world_.link(receive.peer, rank_);
    auto posted = Link::State::posted;
    if (!link.state.compare_exchange_strong(posted, Link::State::taken,
                                            std::memory_order_acquire)) {
      return false;
    }
    const Send& send = *link.send;
    if (send.elements != receive.elements || send.dtype != receive.dtype ||
        !(send.label == receive.label)) {
      const Error error = mismatch(send, receive);
      link.state.store(Link::State::moved, std::memory_order_release);  // lets the sender go
      throw error;
    }
    receive.moved.begin_ns = now_ns();
    cpu_.combine(receive.combine, receive.data, send.data, receive.elements, receive.dtype);
    receive.moved.end_ns = now_ns();
    link.when = receive.moved;
    link.state.store(Link::State::moved, std::memory_order_release);
    progress = Progress::done;
    counters_.received_messages += 1;
    counters_.received_elements += static_cast<std::int64_t>(receive.elements);
    counters_.received_bytes +=
        static_cast<std::int64_t>(receive.elements * size_bytes(receive.dtype));
    return true;
  }

  Error mismatch(const Send& send, const Receive& receive) const {
    return failure(
        "rank {} receives '{}' of {} {} elements from rank {}, which sends '{}' of {} {} elements: "
        "both must issue the same collectives in the same order with the same sizes",
        rank_, to_string(receive.label), receive.elements, to_string(receive.dtype), receive.peer,
        to_string(send.label), send.elements, to_string(send.dtype));
  }

  // A peer that has ended will never answer. What it had posted before, it waited for.
  void check_ended(std::span<Send> sends, std::span<Receive> receives) const {
    for (std::size_t i = 0; i < sends.size(); ++i) {
      if (sending_[i] == Progress::posted && world_.has_ended(sends[i].peer) &&
          world_.link(rank_, sends[i].peer).state.load() == Link::State::posted) {
        throw failure("rank {} waits to send '{}' to rank {}, which has ended", rank_,
                      to_string(sends[i].label), sends[i].peer);
      }
    }
    for (std::size_t i = 0; i < receives.size(); ++i) {
      if (receiving_[i] == Progress::waiting && world_.has_ended(receives[i].peer)) {
        throw failure("rank {} waits to receive '{}' from rank {}, which has ended", rank_,
                      to_string(receives[i].label), receives[i].peer);
      }
    }
  }

  // After this no peer reads this rank's memory any more.
  void withdraw(std::span<Send> sends) {
    for (std::size_t i = 0; i < sends.size(); ++i) {
      if (sending_[i] != Progress::posted) continue;
      Link& link = world_.link(rank_, sends[i].peer);
      auto posted = Link::State::posted;
      if (link.state.compare_exchange_strong(posted, Link::State::empty)) continue;
      while (link.state.load(std::memory_order_acquire) == Link::State::taken) {
        std::this_thread::yield();  // the peer is copying: it ends by itself
      }
      link.state.store(Link::State::empty);
    }
  }

  ThreadWorld& world_;
  int rank_;
  Device& cpu_ = device("cpu");
  Counters counters_;
  std::vector<Progress> sending_;    // of the exchange that runs
  std::vector<Progress> receiving_;  // likewise
};

}  // namespace

void check_thread_ranks(int world_size) {
  if (world_size < 1 || world_size > max_thread_ranks) {
    throw input_error("{} ranks: the threads transport runs 1 to {} ranks", world_size,
                      max_thread_ranks);
  }
}

void run_thread_ranks(int world_size, const RankMain& rank_main) {
  ThreadWorld world(world_size);
  std::vector<std::thread> threads;
  const auto run = [&](int rank) {
    try {
      ThreadTransport transport(world, rank);
      rank_main(transport);
    } catch (...) {
      world.fail(rank, std::current_exception());
    }
    world.end(rank);
  };
  for (int rank = 0; rank < world_size; ++rank) {
    try {
      threads.emplace_back(run, rank);
    } catch (const std::exception& error) {  // no more threads: stop the ranks that have started
      world.fail(rank, std::make_exception_ptr(failure("rank {} of {} cannot start its thread: {}",
                                                       rank, world_size, error.what())));
      break;
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (const std::exception_ptr cause = world.first_cause()) std::rethrow_exception(cause);
}

}  // namespace zerolab
