#include "core/cli/counts_world.hpp"

#include <algorithm>

namespace zerolab {

WorldCounts count_world(const Schedule& schedule, std::size_t elements) {
  WorldCounts world;
  world.collective = schedule.collective;
  world.algorithm = schedule.algorithm;
  world.world_size = schedule.world_size;
  world.root = schedule.root;
  world.layout = {elements, schedule.chunk_count};
  world.steps = step_count(schedule);
  world.predicted = count_per_rank(schedule, world.layout);
  world.sent_formula = closed_form_text(schedule, Direction::sent);
  world.received_formula = closed_form_text(schedule, Direction::received);
  std::vector<Traffic> formulas;
  for (int rank = 0; rank < schedule.world_size; ++rank) {
    const auto formula = closed_form(schedule, world.layout, rank);
    if (!formula) return world;
    formulas.push_back(*formula);
  }
  world.closed_form = std::move(formulas);
  return world;
}

bool agrees(const WorldCounts& world) {
  if (world.closed_form && world.predicted != world.closed_form) return false;
  return !world.run || (world.run->traffic == world.predicted && world.run->wrong_value.empty());
}

std::int64_t own_size(const WorldCounts& world, int rank) {
  const int chunks = world.layout.chunk_count / world.world_size;  // of each rank
  if (chunks == 0) return 0;
  return static_cast<std::int64_t>(world.layout.range((rank + 1) * chunks - 1).end -
                                   world.layout.range(rank * chunks).begin);
}

std::int64_t least_sum(const WorldCounts& world) {
  const std::int64_t passes = world.collective == Collective::all_reduce ? 2 : 1;
  return passes * (world.world_size - 1) * static_cast<std::int64_t>(world.layout.element_count);
}

ChunkSizes chunk_sizes(const ChunkLayout& layout) {
  // The longer chunks come first.
  return {static_cast<std::int64_t>(layout.range(0).size()),
          static_cast<std::int64_t>(layout.range(layout.chunk_count - 1).size())};
}

std::int64_t sum_of(const std::vector<Traffic>& ranks, TrafficNumber number) {
  std::int64_t sum = 0;
  for (const Traffic& rank : ranks) sum += rank.*number;
  return sum;
}

std::int64_t most_of(const std::vector<Traffic>& ranks, TrafficNumber number) {
  std::int64_t most = 0;
  for (const Traffic& rank : ranks) most = std::max(most, rank.*number);
  return most;
}

std::int64_t least_of(const std::vector<Traffic>& ranks, TrafficNumber number) {
  std::int64_t least = ranks.front().*number;
  for (const Traffic& rank : ranks) least = std::min(least, rank.*number);
  return least;
}

}  // namespace zerolab
