// Traces for the visualizer's tests.
#pragma once

#include "core/schedule/build.hpp"
#include "viz/playback/schedule_trace.hpp"

namespace zerolab::test {

inline Trace ring_trace(Collective collective, int n, std::size_t elements) {
  const auto root = has_root(collective) ? std::optional(0) : std::nullopt;
  return trace_of(build_schedule(collective, n, root), elements);
}

}  // namespace zerolab::test
