#include "core/schedule/root.hpp"

namespace zerolab {

namespace {

constexpr int root_rank = 0;

// Rank r sends its whole buffer in step r-1.
void append_reduce(Schedule& schedule) {
  for (int rank = 1; rank < schedule.world_size; ++rank) {
    for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
      schedule.transfers.push_back({rank - 1, rank, root_rank, chunk, Combine::add});
    }
  }
}

}  // namespace

Schedule root_reduce_scatter(int world_size) {
  Schedule schedule = empty_schedule(Collective::reduce_scatter, "root", world_size, world_size);
  append_reduce(schedule);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({world_size - 2 + rank, root_rank, rank, rank, Combine::copy});
  }
  return schedule;
}

Schedule root_all_gather(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_gather, "root", world_size, world_size);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({rank - 1, rank, root_rank, rank, Combine::copy});
  }
  for (int rank = 1; rank < world_size; ++rank) {
    for (int chunk = 0; chunk < world_size; ++chunk) {
      if (chunk == rank) continue;
      schedule.transfers.push_back({world_size - 2 + rank, root_rank, rank, chunk, Combine::copy});
    }
  }
  return schedule;
}

Schedule root_all_reduce(int world_size) {
  Schedule schedule = empty_schedule(Collective::all_reduce, "root", world_size, 1);
  append_reduce(schedule);
  for (int rank = 1; rank < world_size; ++rank) {
    schedule.transfers.push_back({world_size - 2 + rank, root_rank, rank, 0, Combine::copy});
  }
  return schedule;
}

}  // namespace zerolab
