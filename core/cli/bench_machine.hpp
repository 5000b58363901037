// The machine under a benchmark: which cores the process may use, which rank runs on which, and how
// large the caches are. Only `zerolab bench` pins threads.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <sched.h>

namespace zerolab {

// The cores in the calling thread's affinity mask, ascending. Throws a failure Error where the
// system does not say.
std::vector<int> usable_cores();

// Ranks lie on the cores in contiguous blocks, since a ring's neighbours talk most: rank r of N on
// the core number ⌊r·C/N⌋ of the C that may be used.
int core_of_rank(int rank, int world_size, const std::vector<int>& cores);

// The calling thread runs on `core` alone until the end of the scope, and then where it ran before.
class PinnedThread {
 public:
  explicit PinnedThread(int core);  // failure Error where the system refuses
  ~PinnedThread();
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;

 private:
  cpu_set_t before_;
};

// Seconds in which a core goes from one thread that only yields to another, measured on `core`
// with two of them: what a rank's turn costs at least where ranks outnumber cores.
double seconds_per_switch(int core);

// Bytes of the last-level caches that these cores use, all together; none where Linux does not
// say (/sys/devices/system/cpu/cpuN/cache).
std::optional<std::size_t> last_level_cache_bytes(const std::vector<int>& cores);

}  // namespace zerolab
