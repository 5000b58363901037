#include "core/schedule/ring.hpp"

namespace zerolab {

namespace {

void append_ring_reduce_scatter(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      schedule.transfers.push_back(
          {first_step + s, r, wrap(r + 1, n), wrap(r - 1 - s, n), Combine::add});
    }
  }
}

void append_ring_all_gather(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      schedule.transfers.push_back(
          {first_step + s, r, wrap(r + 1, n), wrap(r - s, n), Combine::copy});
    }
  }
}

}  // namespace

Schedule ring_reduce_scatter(int world_size) {
  Schedule schedule = empty_schedule(Collective::reduce_scatter, "ring", world_size, world_size);
  append_ring_reduce_scatter(schedule, 0);
  return schedule;
}

Schedule ring_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, "ring", world_size, world_size);
  append_ring_all_gather(schedule, 0);
  return schedule;
}

Schedule ring_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, "ring", world_size, world_size);
  append_ring_reduce_scatter(schedule, 0);
  append_ring_all_gather(schedule, world_size - 1);
  return schedule;
}

}  // namespace zerolab
