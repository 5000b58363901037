#include "core/transport/threads/thread_transport.hpp"

#include <thread>

#include "core/base/clock.hpp"
#include "core/transport/complaints.hpp"
#include "core/transport/threads/waiting.hpp"

namespace zerolab {

namespace {

// Messages between two ranks keep their order: a later one waits for the earlier.
template <typename Message, typename Progress>
bool earlier_pending(std::span<Message> messages, const std::vector<Progress>& progress,
                     std::size_t index) {
  for (std::size_t i = 0; i < index; ++i) {
    if (messages[i].peer == messages[index].peer && progress[i] != Progress::done) return true;
  }
  return false;
}

}  // namespace

void ThreadTransport::exchange(std::span<Send> sends, std::span<Receive> receives) {
  for (const Send& send : sends) check_peer(rank_, world_size(), send);
  for (const Receive& receive : receives) check_peer(rank_, world_size(), receive);
  sending_.assign(sends.size(), Progress::waiting);
  receiving_.assign(receives.size(), Progress::waiting);
  try {
    Waiting waiting(world_.carrier_of(rank_));
    while (true) {
      switch (look(sends, receives)) {
        case Look::all_done: return;
        case Look::something_moved: waiting.restart(); continue;
        case Look::nothing_moved: break;
      }
      world_.check_failure();
      check_ended(sends, receives);
      if (waiting.long_sleep_ahead()) {
        const WaitBoard::Notice notice(world_.wait_board(), rank_, pending(sends, receives));
        waiting.once();
      } else {
        waiting.once();
      }
    }
  } catch (...) {
    withdraw(sends);
    throw;
  }
}

std::size_t ThreadTransport::peak_buffered_bytes() const {
  return world_.buffers().peak_bytes(rank_);
}

// Goes once over all messages that are not done, and moves what can be moved.
ThreadTransport::Look ThreadTransport::look(std::span<Send> sends, std::span<Receive> receives) {
  bool moved = false;
  bool waiting = false;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sending_[i] == Progress::done || earlier_pending(sends, sending_, i)) continue;
    moved |= advance(sends[i], sending_[i]);
    waiting |= sending_[i] != Progress::done;
  }
  for (std::size_t i = 0; i < receives.size(); ++i) {
    if (receiving_[i] == Progress::done || earlier_pending(receives, receiving_, i)) continue;
    moved |= advance(receives[i], receiving_[i]);
    waiting |= receiving_[i] != Progress::done;
  }
  if (moved) return Look::something_moved;
  return waiting ? Look::nothing_moved : Look::all_done;
}

bool ThreadTransport::advance(Send& send, Progress& progress) {
  Link& link = world_.link(rank_, send.peer);
  if (progress == Progress::waiting) {
    if (world_.buffers().takes(send)) {
      if (timing_) send.moved.begin_ns = now_ns();
      world_.buffers().push(rank_, send);
      if (timing_) send.moved.end_ns = now_ns();
      progress = Progress::done;
    } else {
      link.send = &send;
      link.timed = timing_;
      link.state.store(Link::State::posted);
      progress = Progress::posted;
    }
    world_.bell(send.peer).ring();
  } else {
    if (link.state.load() != Link::State::moved) return false;
    if (timing_) send.moved = link.when;
    link.state.store(Link::State::empty, std::memory_order_relaxed);
    progress = Progress::done;
  }
  if (progress == Progress::done) {
    counters_.sent_messages += send.continues ? 0 : 1;
    counters_.sent_elements += static_cast<std::int64_t>(send.elements);
    counters_.sent_bytes += static_cast<std::int64_t>(send.elements * size_bytes(send.dtype));
  }
  return true;
}

bool ThreadTransport::advance(Receive& receive, Progress& progress) {
  Link& link = world_.link(receive.peer, rank_);
  if (world_.buffers().holds(receive.peer, rank_)) {  // older than what is posted
    const BufferedMessage message = world_.buffers().pop(receive.peer, rank_);
    take(message.send, receive, timing_);
  } else {
    // Looks before it swaps, so that the line stays with the sender until there is a message.
    auto state = link.state.load();
    if (state != Link::State::posted ||
        !link.state.compare_exchange_strong(state, Link::State::taken)) {
      return false;
    }
    try {
      take(*link.send, receive, timing_ || link.timed);
    } catch (...) {
      link.state.store(Link::State::moved);  // lets the sender go
      world_.bell(receive.peer).ring();
      throw;
    }
    link.when = receive.moved;
    link.state.store(Link::State::moved);
    world_.bell(receive.peer).ring();
  }
  progress = Progress::done;
  return true;
}

void ThreadTransport::take(const Send& send, Receive& receive, bool timed) {
  if (!matches(send, receive)) throw mismatch(rank_, send, receive);
  if (timed) receive.moved.begin_ns = now_ns();
  cpu_.combine(receive.combine, receive.data, send.data, receive.elements, receive.dtype);
  if (timed) receive.moved.end_ns = now_ns();
  counters_.received_messages += receive.continues ? 0 : 1;
  counters_.received_elements += static_cast<std::int64_t>(receive.elements);
  counters_.received_bytes +=
      static_cast<std::int64_t>(receive.elements * size_bytes(receive.dtype));
}

// A peer that has ended will never answer. What it had posted before, it waited for; what it had
// buffered is still there. If it failed, that came before its end, and is the better answer.
void ThreadTransport::check_ended(std::span<const Send> sends, std::span<const Receive> receives) {
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sending_[i] != Progress::posted || !world_.has_ended(sends[i].peer)) continue;
    if (world_.link(rank_, sends[i].peer).state.load() != Link::State::posted) continue;
    world_.check_failure();
    throw peer_ended(rank_, sends[i]);
  }
  for (std::size_t i = 0; i < receives.size(); ++i) {
    if (receiving_[i] == Progress::done || !world_.has_ended(receives[i].peer)) continue;
    if (world_.buffers().holds(receives[i].peer, rank_)) continue;
    world_.check_failure();
    throw peer_ended(rank_, receives[i]);
  }
}

std::vector<Pending> ThreadTransport::pending(std::span<const Send> sends,
                                              std::span<const Receive> receives) const {
  std::vector<Pending> all;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sending_[i] != Progress::posted) continue;
    all.push_back({Pending::Direction::send, sends[i].peer, sends[i].label});
  }
  for (std::size_t i = 0; i < receives.size(); ++i) {
    if (receiving_[i] == Progress::done || earlier_pending(receives, receiving_, i)) continue;
    all.push_back({Pending::Direction::receive, receives[i].peer, receives[i].label});
  }
  return all;
}

// After this no peer reads this rank's memory any more.
void ThreadTransport::withdraw(std::span<const Send> sends) {
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sending_[i] != Progress::posted) continue;
    Link& link = world_.link(rank_, sends[i].peer);
    auto posted = Link::State::posted;
    if (link.state.compare_exchange_strong(posted, Link::State::empty)) continue;
    while (link.state.load() == Link::State::taken) {
      std::this_thread::yield();  // the peer, on another thread, is copying: it ends by itself
    }
    link.state.store(Link::State::empty);
  }
}

}  // namespace zerolab
