#include "core/schedule/bidirectional_ring.hpp"

namespace zerolab {

namespace {

void append_both_ways_reduce_scatter(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      const int step = first_step + s;
      schedule.transfers.push_back({step, r, wrap(r + 1, n), 2 * wrap(r - 1 - s, n), Combine::add});
      schedule.transfers.push_back(
          {step, r, wrap(r - 1, n), 2 * wrap(r + 1 + s, n) + 1, Combine::add});
    }
  }
}

void append_both_ways_all_gather(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      const int step = first_step + s;
      schedule.transfers.push_back({step, r, wrap(r + 1, n), 2 * wrap(r - s, n), Combine::copy});
      schedule.transfers.push_back(
          {step, r, wrap(r - 1, n), 2 * wrap(r + s, n) + 1, Combine::copy});
    }
  }
}

}  // namespace

Schedule bidirectional_ring_reduce_scatter(int world_size) {
  Schedule schedule =
      empty_schedule(Collective::reduce_scatter, "bidirectional-ring", world_size, 2 * world_size);
  append_both_ways_reduce_scatter(schedule, 0);
  return schedule;
}

Schedule bidirectional_ring_all_gather(int world_size) {
  Schedule schedule =
      empty_schedule(Collective::all_gather, "bidirectional-ring", world_size, 2 * world_size);
  append_both_ways_all_gather(schedule, 0);
  return schedule;
}

Schedule bidirectional_ring_all_reduce(int world_size) {
  Schedule schedule =
      empty_schedule(Collective::all_reduce, "bidirectional-ring", world_size, 2 * world_size);
  append_both_ways_reduce_scatter(schedule, 0);
  append_both_ways_all_gather(schedule, world_size - 1);
  return schedule;
}

}  // namespace zerolab
