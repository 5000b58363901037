#include "core/schedule/root.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr int root = 0;

Schedule empty_schedule(Collective collective, int world_size, int chunk_count) {
  require(world_size >= 1, "a schedule has at least one rank");
  return {collective, "root", world_size, chunk_count, std::nullopt, {}};
}

// Rank r sends its whole buffer in step r-1.
void append_reduce(Schedule& schedule) {
  for (int rank = 1; rank < schedule.world_size; ++rank) {
    for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
      schedule.transfers.push_back({rank - 1, rank, root, chunk, Combine::add});
    }
  }
}

}  // namespace

Schedule root_reduce_scatter(int world_size) {
  Schedule schedule = empty_schedule(Collective::reduce_scatter, world_size, world_size);
  append_reduce(schedule);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({world_size - 2 + rank, root, rank, rank, Combine::copy});
  }
  return schedule;
}

Schedule root_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, world_size, world_size);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({rank - 1, rank, root, rank, Combine::copy});
  }
  for (int rank = 1; rank < world_size; ++rank) {
    for (int chunk = 0; chunk < world_size; ++chunk) {
      if (chunk == rank) continue;
      schedule.transfers.push_back({world_size - 2 + rank, root, rank, chunk, Combine::copy});
    }
  }
  return schedule;
}

Schedule root_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, world_size, 1);
  append_reduce(schedule);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({world_size - 2 + rank, root, rank, 0, Combine::copy});
  }
  return schedule;
}

}  // namespace zerolab
