// How a rank waits until a peer has done something.
//
// The peer may be running on another core right now, may be the next rank of this very thread, may
// need this core for its own thread, or may compute for seconds. So the wait gets longer by itself:
// the rank gives way (carrier.hpp) some times, and after about 100 µs sleeps, from which the peer's
// next step wakes it. No peer pays for that while nobody sleeps: it reads one word.
//
//   Waiting waiting(my_carrier);
//   while (!look()) waiting.once();      // after something has moved: waiting.restart()
#pragma once

#include <cstdint>

#include "core/transport/threads/carrier.hpp"

namespace zerolab {

// One wait of one rank, from the first look at what it waits for to the last. For the rank that is
// running on `carrier`.
class Waiting {
 public:
  explicit Waiting(Carrier& carrier) : carrier_(carrier) {}
  ~Waiting() { restart(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // Waits once, a little longer than the last time. Look again after it: it promises nothing.
  void once();

  // Something has moved: the next wait is a short one again.
  void restart() {
    carrier_.note_progress();
    rounds_ = 0;
    if (!armed_) return;
    carrier_.bell_of_running().disarm();
    armed_ = false;
  }

  // The next once() sleeps, and nothing has moved for so long (50 ms) that it is worth asking
  // whether anything ever will.
  bool long_sleep_ahead() const { return armed_ && waited_ns_ >= long_wait_ns; }

 private:
  static constexpr int untimed_rounds = 28;  // the clock costs as much as a short message
  static constexpr std::int64_t give_way_ns = 100'000;
  static constexpr std::int64_t long_wait_ns = 50'000'000;
  static constexpr std::int64_t longest_sleep_ns = 100'000'000;

  Carrier& carrier_;
  int rounds_ = 0;
  bool armed_ = false;
  std::int64_t begin_ns_ = 0;   // the first look at the clock
  std::int64_t waited_ns_ = 0;  // since then, when last looked at the clock
};

}  // namespace zerolab
