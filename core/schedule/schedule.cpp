#include "core/schedule/schedule.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

Schedule empty_schedule(Collective collective, std::string_view algorithm, int world_size,
                        int chunk_count, std::optional<int> root) {
  require(world_size >= 1, "a schedule has at least one rank");
  return {collective, std::string(algorithm), world_size, chunk_count, root, {}};
}

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
