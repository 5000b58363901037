#include "core/schedule/direct.hpp"

namespace zerolab {

namespace {

void append_direct_reduce_scatter(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      const int destination = (r + 1 + s) % n;
      schedule.transfers.push_back({first_step + s, r, destination, destination, Combine::add});
    }
  }
}

void append_direct_all_gather(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      schedule.transfers.push_back({first_step + s, r, (r + 1 + s) % n, r, Combine::copy});
    }
  }
}

}  // namespace

Schedule direct_reduce_scatter(int world_size) {
  Schedule schedule = empty_schedule(Collective::reduce_scatter, "direct", world_size, world_size);
  append_direct_reduce_scatter(schedule, 0);
  return schedule;
}

Schedule direct_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, "direct", world_size, world_size);
  append_direct_all_gather(schedule, 0);
  return schedule;
}

Schedule direct_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, "direct", world_size, world_size);
  append_direct_reduce_scatter(schedule, 0);
  append_direct_all_gather(schedule, world_size - 1);
  return schedule;
}

}  // namespace zerolab
