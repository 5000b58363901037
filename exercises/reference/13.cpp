// The reference version of exercise 13.
#include "exercises/01-shard/shard.hpp"
#include "exercises/13-memory/memory.hpp"

StateBytes memory(int stage, Precision precision, std::span<const std::size_t> unit_elements,
                  int ranks, int rank) {
  std::int64_t whole = 0;
  std::int64_t own = 0;
  for (const std::size_t elements : unit_elements) {
    const auto [begin, end] = shard(elements, ranks, rank);
    whole += static_cast<std::int64_t>(elements);
    own += static_cast<std::int64_t>(end - begin);
  }
  const StateBytes bytes =
      precision == Precision::fp32 ? StateBytes{4, 4, 8} : StateBytes{2, 2, 12};
  return {bytes.parameters * (stage >= 3 ? own : whole),
          bytes.gradients * (stage >= 2 ? own : whole),
          bytes.optimizer * (stage >= 1 ? own : whole)};
}
