#include "core/schedule/bidirectional_ring.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

int wrap(int number, int world_size) {
  return ((number % world_size) + world_size) % world_size;
}

Schedule empty_schedule(Collective collective, int world_size) {
  require(world_size >= 1, "a schedule has at least one rank");
  return {collective, "bidirectional-ring", world_size, 2 * world_size, std::nullopt, {}};
}

void append_reduce_scatter(Schedule& schedule, int first_step) {
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

void append_all_gather(Schedule& schedule, int first_step) {
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
  Schedule schedule = empty_schedule(Collective::reduce_scatter, world_size);
  append_reduce_scatter(schedule, 0);
  return schedule;
}

Schedule bidirectional_ring_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, world_size);
  append_all_gather(schedule, 0);
  return schedule;
}

Schedule bidirectional_ring_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, world_size);
  append_reduce_scatter(schedule, 0);
  append_all_gather(schedule, world_size - 1);
  return schedule;
}

}  // namespace zerolab
