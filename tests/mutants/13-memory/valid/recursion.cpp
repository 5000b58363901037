// Valid: the first unit and the rest, and the other ranks taken off the whole.
#include <utility>

#include "exercises/01-shard/shard.hpp"
#include "exercises/13-memory/memory.hpp"

namespace {

StateBytes bytes_of(int stage, std::pair<int, int> sizes, std::span<const std::size_t> units,
                    int ranks, int rank) {
  if (units.empty()) return {};
  const StateBytes rest = bytes_of(stage, sizes, units.subspan(1), ranks, rank);
  const std::int64_t all = units.front();
  std::int64_t own = all;
  for (int other = 0; other < ranks; ++other) {
    const auto [begin, end] = shard(units.front(), ranks, other);
    if (other != rank) own -= end - begin;
  }
  return {rest.parameters + sizes.first * (stage == 3 ? own : all),
          rest.gradients + sizes.first * (stage < 2 ? all : own),
          rest.optimizer + sizes.second * (stage == 0 ? all : own)};
}

}  // namespace

StateBytes memory(int stage, Precision precision, std::span<const std::size_t> unit_elements,
                  int ranks, int rank) {
  const auto sizes = precision == Precision::fp32 ? std::pair(4, 8) : std::pair(2, 12);
  return bytes_of(stage, sizes, unit_elements, ranks, rank);
}
