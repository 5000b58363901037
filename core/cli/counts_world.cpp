#include "core/cli/counts_world.hpp"

#include <algorithm>

namespace zerolab {

WorldCounts count_world(const Schedule& schedule, std::size_t elements) {
  WorldCounts world{schedule.collective,
                    schedule.algorithm,
                    schedule.world_size,
                    schedule.root,
                    {elements, schedule.chunk_count},
                    step_count(schedule),
                    {},
                    {},
                    {}};
  world.predicted = count_per_rank(schedule, world.layout);
  for (int rank = 0; rank < schedule.world_size; ++rank) {
    world.closed_form.push_back(closed_form(schedule, world.layout, rank));
  }
  return world;
}

bool agrees(const WorldCounts& world) {
  if (world.predicted != world.closed_form) return false;
  return !world.run || (world.run->traffic == world.predicted && world.run->wrong_value.empty());
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
