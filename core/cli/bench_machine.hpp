// The machine under a benchmark: which cores the process may use, which rank runs on which, and how
// large the caches are. Only `zerolab bench` pins threads.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace zerolab {

// The cores in the calling thread's affinity mask, ascending. Throws a failure Error where the
// system does not say.
std::vector<int> usable_cores();

// Ranks lie on the cores in contiguous blocks, since a ring's neighbours talk most: rank r of N on
// the core number ⌊r·C/N⌋ of the C that may be used.
int core_of_rank(int rank, int world_size, const std::vector<int>& cores);

// The calling thread runs on `core` alone from now on. Throws a failure Error where the system
// refuses.
void pin_this_thread(int core);

// Seconds in which a core goes from one waiting rank to the next where ranks outnumber cores,
// measured on `core`: between two fibers of one thread, or, in a build without them, between two
// threads that yield. What a rank's turn costs at least.
double seconds_per_switch(int core);

// Bytes of the last-level caches that these cores use, all together; none where Linux does not
// say (/sys/devices/system/cpu/cpuN/cache).
std::optional<std::size_t> last_level_cache_bytes(const std::vector<int>& cores);

}  // namespace zerolab
