// Runs a schedule for real, one thread per rank, and checks every value that it promises.
#pragma once

#include <cstddef>

#include "core/cli/counts_world.hpp"

namespace zerolab {

// All ranks' buffers together: 1 GiB of floats.
inline constexpr std::size_t max_run_elements = std::size_t{1} << 28;

// Throws an input Error for more ranks than the threads transport runs, or for a buffer that is
// larger than max_run_elements / N.
MeasuredRun run_on_threads(const Schedule& schedule, std::size_t elements);

}  // namespace zerolab
