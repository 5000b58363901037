#include "core/schedule/schedule.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

int step_count(const Schedule& schedule) {
  int count = 0;
  for (const Transfer& transfer : schedule.transfers) count = std::max(count, transfer.step + 1);
  return count;
}

int owner_of(const Schedule& schedule, int chunk) {
  require(schedule.chunk_count % schedule.world_size == 0, "each rank owns as many chunks");
  return chunk / (schedule.chunk_count / schedule.world_size);
}

}  // namespace zerolab
