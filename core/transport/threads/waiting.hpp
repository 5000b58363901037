// How a rank waits until a peer has done something.
//
// The peer may be running on another core right now, may need this very core, or may compute for
// seconds. So the wait gets longer by itself: a few pauses, then yields, and after about 100 µs
// sleep, from which the peer's next step wakes it. No peer pays for that while nobody sleeps: it
// reads one word.
//
//   Waiting waiting(my_bell, pauses);
//   while (!look()) waiting.once();      // after something has moved: waiting.restart()
#pragma once

#include <atomic>
#include <cstdint>

namespace zerolab {

// Wakes one rank. The rank arms the bell, looks once more at what it waits for, and sleeps;
// others change what it waits for, and ring. Whichever comes first, no wake-up is lost.
class alignas(64) Bell {
 public:
  // For the rank that owns the bell.
  void arm() { armed_.store(1); }
  void disarm() { armed_.store(0); }
  // Returns when rung since arm(), when `timeout_ns` have passed, or for no reason at all.
  void sleep(std::int64_t timeout_ns);

  // For everybody else, after the change that the owner may wait for.
  void ring() {
    if (armed_.load() != 0) wake();
  }

 private:
  void wake();

  std::atomic<std::uint32_t> armed_{0};  // 1: the owner sleeps or is about to
};

// Pauses that are worth while where `ranks` wait on the cores of this process: none where ranks
// outnumber cores, since the peer then most likely needs the core that a pause would keep.
int useful_pauses(int ranks);

// One wait of one rank, from the first look at what it waits for to the last.
class Waiting {
 public:
  Waiting(Bell& bell, int pauses) : bell_(bell), pauses_(pauses) {}
  ~Waiting() { restart(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // Waits once, a little longer than the last time. Look again after it: it promises nothing.
  void once();

  // Something has moved: the next wait is a short one again.
  void restart() {
    rounds_ = 0;
    if (!armed_) return;
    bell_.disarm();
    armed_ = false;
  }

  // The next once() sleeps, and nothing has moved for so long (50 ms) that it is worth asking
  // whether anything ever will.
  bool long_sleep_ahead() const { return armed_ && waited_ns_ >= long_wait_ns; }

 private:
  static constexpr int untimed_yields = 8;  // the clock costs as much as a short message
  static constexpr std::int64_t yield_ns = 100'000;
  static constexpr std::int64_t long_wait_ns = 50'000'000;
  static constexpr std::int64_t longest_sleep_ns = 100'000'000;

  Bell& bell_;
  int pauses_;
  int rounds_ = 0;
  bool armed_ = false;
  std::int64_t begin_ns_ = 0;   // the first look at the clock
  std::int64_t waited_ns_ = 0;  // since then, when last looked at the clock
};

}  // namespace zerolab
