// Times one collective at one size, out of place and in place, on pinned threads, and checks it.
//
// Out of place is a copy of the rank's input into its output, then the collective in place:
// zerolab's collectives know no other way. Before each timed loop: the warm-up, then a barrier. The
// time is the mean over the iterations on the slowest rank. Repeated in place, sums grow, to
// infinity at last: that takes no longer. So the check runs on fresh inputs, outside the timed
// loops.
//
// Back-to-back iterations on the same buffers find them in the cache where they fit. Cold
// iterations do not: each has buffers (a page or more apart) that nobody has touched since all
// ranks together swept over other memory of twice the last-level caches' size. Where the buffers
// have all been used, the clock stops for a sweep and a barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/cli/bench_check.hpp"
#include "core/execute/collectives.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

struct BenchCase {
  CheckedCollective checked;
  DType dtype = DType::f32;
  std::size_t elements = 0;  // of the whole buffer
  int iterations = 20;
  int warmup = 5;
  std::optional<std::size_t> cold_cache_bytes;  // the caches to outrun; none: warm
  std::vector<int> cores;                       // that ranks may be pinned to
  CollectiveOptions collectives;
  RunOptions transport;
};

struct Timing {
  double seconds = 0;      // of one iteration
  std::int64_t wrong = 0;  // elements, on all ranks together
};

struct BenchTimes {
  Timing out_of_place;
  Timing in_place;
};

// Errors: those of run_ranks, and of the device where there is no memory.
BenchTimes measure(const BenchCase& bench_case);

// Bytes that all ranks' buffers take together.
std::size_t buffer_bytes(const BenchCase& bench_case);

}  // namespace zerolab
