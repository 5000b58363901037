#include "core/base/machine.hpp"

#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace zerolab {

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
