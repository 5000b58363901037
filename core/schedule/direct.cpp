#include "core/schedule/direct.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

Schedule empty_schedule(Collective collective, int world_size) {
  require(world_size >= 1, "a schedule has at least one rank");
  return {collective, "direct", world_size, world_size, std::nullopt, {}};
}

void append_reduce_scatter(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      const int destination = (r + 1 + s) % n;
      schedule.transfers.push_back({first_step + s, r, destination, destination, Combine::add});
    }
  }
}

void append_all_gather(Schedule& schedule, int first_step) {
  const int n = schedule.world_size;
  for (int s = 0; s < n - 1; ++s) {
    for (int r = 0; r < n; ++r) {
      schedule.transfers.push_back({first_step + s, r, (r + 1 + s) % n, r, Combine::copy});
    }
  }
}

}  // namespace

Schedule direct_reduce_scatter(int world_size) {
  Schedule schedule = empty_schedule(Collective::reduce_scatter, world_size);
  append_reduce_scatter(schedule, 0);
  return schedule;
}

Schedule direct_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, world_size);
  append_all_gather(schedule, 0);
  return schedule;
}

Schedule direct_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, world_size);
  append_reduce_scatter(schedule, 0);
  append_all_gather(schedule, world_size - 1);
  return schedule;
}

}  // namespace zerolab
