#include "core/transport/threads/waiting.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#if defined(__linux__)
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "core/base/clock.hpp"

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

#if defined(__linux__)

// std::atomic::wait would do, if it had a time limit. A futex sleeps only while the word is still
// 1, so a ring between arm() and here is not lost.
void Bell::sleep(std::int64_t timeout_ns) {
  static_assert(sizeof(armed_) == sizeof(std::uint32_t), "a futex is a plain 32-bit word");
  const timespec timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
  ::syscall(SYS_futex, &armed_, FUTEX_WAIT_PRIVATE, 1, &timeout, nullptr, 0);
}

void Bell::wake() {
  if (armed_.exchange(0) != 0) {
    ::syscall(SYS_futex, &armed_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }
}

#else

// Short sleeps: nobody wakes the rank, it looks for itself.
void Bell::sleep(std::int64_t timeout_ns) {
  if (armed_.load() == 0) return;
  std::this_thread::sleep_for(std::chrono::nanoseconds(std::min<std::int64_t>(timeout_ns, 50'000)));
}

void Bell::wake() {
  armed_.store(0);
}

#endif

int useful_pauses(int ranks) {
  const unsigned cores = std::thread::hardware_concurrency();  // that this process may use
  return static_cast<unsigned>(ranks) <= cores ? 20 : 0;
}

void Waiting::once() {
  ++rounds_;
  if (rounds_ <= pauses_) {
    pause_core();
    return;
  }
  if (rounds_ <= pauses_ + untimed_yields) {
    std::this_thread::yield();
    return;
  }
  const std::int64_t now = now_ns();
  if (rounds_ == pauses_ + untimed_yields + 1) begin_ns_ = now;
  waited_ns_ = now - begin_ns_;
  if (waited_ns_ < yield_ns) {
    std::this_thread::yield();
  } else if (!armed_) {
    bell_.arm();
    armed_ = true;  // the caller looks once more before it sleeps
  } else {
    bell_.sleep(waited_ns_ < long_wait_ns ? long_wait_ns - waited_ns_ : longest_sleep_ns);
    bell_.disarm();
    armed_ = false;
  }
}

}  // namespace zerolab
