#include "core/transport/threads/bell.hpp"

#if defined(__linux__)
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <algorithm>
#include <chrono>
#include <thread>
#endif

namespace zerolab {

void Bell::wake() {
  if (armed_.exchange(0) == 0) return;
  if (of_thread_ != nullptr) return of_thread_->ring();
#if defined(__linux__)
  ::syscall(SYS_futex, &armed_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
#endif
}

#if defined(__linux__)

// std::atomic::wait would do, if it had a time limit. A futex sleeps only while the word is still
// 1, so a ring between arm() and here is not lost.
void Bell::sleep(std::int64_t timeout_ns) {
  static_assert(sizeof(armed_) == sizeof(std::uint32_t), "a futex is a plain 32-bit word");
  const timespec timeout{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
  ::syscall(SYS_futex, &armed_, FUTEX_WAIT_PRIVATE, 1, &timeout, nullptr, 0);
}

#else

// Short sleeps: nobody wakes the thread, it looks for itself.
void Bell::sleep(std::int64_t timeout_ns) {
  if (rung()) return;
  std::this_thread::sleep_for(std::chrono::nanoseconds(std::min<std::int64_t>(timeout_ns, 50'000)));
}

#endif

}  // namespace zerolab
