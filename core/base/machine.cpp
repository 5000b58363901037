#include "core/base/machine.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif
#include <unistd.h>

namespace zerolab {

int usable_core_count() {
#if defined(__linux__)
  cpu_set_t mask;
  if (::sched_getaffinity(0, sizeof(mask), &mask) == 0) return CPU_COUNT(&mask);
#endif
  return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
}

std::optional<std::int64_t> available_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    constexpr std::string_view key = "MemAvailable:";
    if (line.starts_with(key)) return std::stoll(line.substr(key.size())) * 1024;
  }
  return std::nullopt;
}

std::int64_t resident_memory_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t total = 0;
  std::int64_t resident = 0;
  statm >> total >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace zerolab
