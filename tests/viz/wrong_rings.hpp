// Rings with one mistake each, as traces: what stands beside the right run.
#pragma once

#include <algorithm>

#include "core/schedule/build.hpp"
#include "viz/playback/schedule_trace.hpp"

namespace zerolab::test {

inline Schedule right_ring(int n) {
  return build_schedule(Collective::reduce_scatter, "ring", n, std::nullopt);
}

inline Trace trace_of_ring(const Schedule& schedule) {
  return trace_of(schedule, static_cast<std::size_t>(1000 * schedule.world_size));
}

// The transfer that `source` makes in `step`.
inline Transfer& transfer_of(Schedule& schedule, int step, int source) {
  return *std::ranges::find_if(schedule.transfers, [&](const Transfer& transfer) {
    return transfer.step == step && transfer.source == source;
  });
}

// At step 1 the last rank sends the chunk after the right one.
inline Trace ring_with_stale_chunk(int n) {
  Schedule schedule = right_ring(n);
  Transfer& wrong = transfer_of(schedule, 1, n - 1);
  wrong.chunk = (wrong.chunk + 1) % n;
  return trace_of_ring(schedule);
}

// Without its last step.
inline Trace ring_cut_short(int n) {
  Schedule schedule = right_ring(n);
  std::erase_if(schedule.transfers, [&](const Transfer& one) { return one.step == n - 2; });
  return trace_of_ring(schedule);
}

// Without a middle step: its numbers go on as if it had been there.
inline Trace ring_with_gap(int n, int step) {
  Schedule schedule = right_ring(n);
  std::erase_if(schedule.transfers, [&](const Transfer& one) { return one.step == step; });
  return trace_of_ring(schedule);
}

inline Trace ring_of(int n) {
  return trace_of_ring(right_ring(n));
}

}  // namespace zerolab::test
