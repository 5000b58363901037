#include "core/cli/bench_machine.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <pthread.h>
#include <sched.h>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/transport/threads/carrier.hpp"

namespace zerolab {

namespace {

// One line of a file of /sys; empty where there is no such file.
std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

cpu_set_t affinity_of_this_thread() {
  cpu_set_t mask;
  if (pthread_getaffinity_np(pthread_self(), sizeof(mask), &mask) != 0) {
    throw failure(
        "the system does not say which cores this process may use: bench pins its "
        "threads and handles up to {} cores",
        CPU_SETSIZE);
  }
  return mask;
}

// The time in which two ranks on one thread give way to each other so many times each.
std::int64_t fibers_ns(int core, int turns) {
  const auto run = [&] {
    pin_this_thread(core);
    std::array<Bell, 2> bells;
    Carrier carrier(bells, 0);
    const std::int64_t begin_ns = now_ns();
    carrier.run([&](std::size_t) {
      for (int i = 0; i < turns; ++i) {
        carrier.note_progress();  // else the thread would yield after two turns
        carrier.give_way();
      }
    });
    return now_ns() - begin_ns;
  };
  return std::async(std::launch::async, run).get();
}

// Likewise with a thread for each.
std::int64_t threads_ns(int core, int turns) {
  const auto yield_all = [&] {
    pin_this_thread(core);
    const std::int64_t begin_ns = now_ns();
    for (int i = 0; i < turns; ++i) std::this_thread::yield();
    return std::pair(begin_ns, now_ns());
  };
  auto other = std::async(std::launch::async, yield_all);
  const auto [begin, end] = std::async(std::launch::async, yield_all).get();
  const auto [other_begin, other_end] = other.get();
  return std::max(end, other_end) - std::min(begin, other_begin);
}

}  // namespace

std::vector<int> usable_cores() {
  const cpu_set_t mask = affinity_of_this_thread();
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &mask)) cores.push_back(core);
  }
  return cores;
}

int core_of_rank(int rank, int world_size, const std::vector<int>& cores) {
  const auto block =
      static_cast<std::size_t>(rank) * cores.size() / static_cast<std::size_t>(world_size);
  return cores[block];
}

void pin_this_thread(int core) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(static_cast<std::size_t>(core), &mask);
  if (pthread_setaffinity_np(pthread_self(), sizeof(mask), &mask) != 0) {
    throw failure(
        "cannot pin a thread to core {}, which was in the process's own mask: has the "
        "mask just changed?",
        core);
  }
}

double seconds_per_switch(int core) {
  constexpr int turns = 5000;  // of each of the two
  return static_cast<double>(fibers_available() ? fibers_ns(core, turns)
                                                : threads_ns(core, turns)) *
         1e-9 / (2 * turns);
}

std::optional<std::size_t> last_level_cache_bytes(const std::vector<int>& cores) {
  std::map<std::string, std::size_t> caches;  // by the cores that share one
  for (const int core : cores) {
    int highest = 0;
    std::string shared_by;
    std::size_t bytes = 0;
    for (int index = 0;; ++index) {
      const std::string folder =
          fmt::format("/sys/devices/system/cpu/cpu{}/cache/index{}/", core, index);
      const std::string level = line_of(folder + "level");
      const std::string size = line_of(folder + "size");  // "32768K"
      if (level.empty() || size.empty()) break;
      if (std::stoi(level) < highest) continue;
      highest = std::stoi(level);
      shared_by = line_of(folder + "shared_cpu_list");
      bytes = std::stoul(size) * (size.ends_with('M') ? 1024 * 1024 : 1024);
    }
    if (bytes == 0) return std::nullopt;
    caches[shared_by] = bytes;
  }
  std::size_t total = 0;
  for (const auto& [shared_by, bytes] : caches) total += bytes;
  return total;
}

}  // namespace zerolab
