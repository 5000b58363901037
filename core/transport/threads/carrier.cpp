#include "core/transport/threads/carrier.hpp"

#include <algorithm>
#include <limits>
#include <thread>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/transport/registry.hpp"

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

}  // namespace

int threads_for(int ranks, int wanted) {
  if (!fibers_available()) return ranks;
  return std::min(ranks, wanted == thread_per_core ? usable_core_count() : wanted);
}

int useful_pauses(int threads) {
  return threads <= usable_core_count() ? 20 : 0;
}

Carrier::Carrier(std::span<Bell> bells, int pauses)
    : bells_(bells),
      seats_(bells.size()),
      pauses_(pauses),
      awake_(bells.size()),
      left_(bells.size()) {
  require(!bells.empty(), "a thread carries at least one rank");
  for (Bell& bell : bells) bell.set_bell_of_thread(bell_);
}

void Carrier::run(const std::function<void(std::size_t)>& body) {
  if (seats_.size() == 1) return body(0);
  for (std::size_t rank = 0; rank < seats_.size(); ++rank) {
    seats_[rank].fiber = std::make_unique<Fiber>([this, &body, rank]() -> Fiber& {
      body(rank);
      return end_running();
    });
  }
  thread_.hand_to(*seats_[running_].fiber);
}

Fiber& Carrier::end_running() {
  note_progress();
  seats_[running_].state = State::ended;
  --awake_;
  if (--left_ == 0) return thread_;
  running_ = next_awake();
  return *seats_[running_].fiber;
}

void Carrier::give_way() {
  if (++idle_turns_ >= awake_) {
    idle_turns_ = 0;
    if (++idle_rounds_ <= pauses_) {
      pause_core();
    } else {
      std::this_thread::yield();
    }
  }
  go_on_in(next_awake());
}

void Carrier::sleep(std::int64_t timeout_ns) {
  seats_[running_].state = State::asleep;
  seats_[running_].until_ns = now_ns() + timeout_ns;
  --awake_;
  go_on_in(next_awake());
}

void Carrier::go_on_in(std::size_t rank) {
  if (rank == running_) return;
  Fiber& mine = *seats_[running_].fiber;
  running_ = rank;
  mine.hand_to(*seats_[rank].fiber);
}

// The first rank after the running one that can go on: perhaps that one itself. Waits for one.
std::size_t Carrier::next_awake() {
  constexpr unsigned turns_per_look = 1024;  // at the clock, where never all sleep
  if (++turns_ % turns_per_look == 0) now_ns_ = now_ns();
  while (true) {
    for (std::size_t i = 1; i <= seats_.size(); ++i) {
      const std::size_t rank = (running_ + i) % seats_.size();
      if (can_go_on(rank)) return rank;
    }
    sleep_all();
  }
}

bool Carrier::can_go_on(std::size_t rank) {
  Seat& seat = seats_[rank];
  if (seat.state == State::asleep && (bells_[rank].rung() || seat.until_ns <= now_ns_)) {
    seat.state = State::awake;
    ++awake_;
  }
  return seat.state == State::awake;
}

// All that have not ended sleep.
void Carrier::sleep_all() {
  bell_.arm();
  bool rung = false;  // a rank, before the thread's bell was armed
  auto until_ns = std::numeric_limits<std::int64_t>::max();
  for (std::size_t rank = 0; rank < seats_.size(); ++rank) {
    if (seats_[rank].state == State::ended) continue;
    rung = rung || bells_[rank].rung();
    until_ns = std::min(until_ns, seats_[rank].until_ns);
  }
  now_ns_ = now_ns();
  if (!rung && until_ns > now_ns_) bell_.sleep(until_ns - now_ns_);
  bell_.disarm();
  now_ns_ = now_ns();
}

}  // namespace zerolab
