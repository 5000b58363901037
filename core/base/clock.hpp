// The one clock of zerolab.
#pragma once

#include <chrono>
#include <cstdint>

namespace zerolab {

// Nanoseconds of std::chrono::steady_clock; the same for all threads of the machine.
inline std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace zerolab
