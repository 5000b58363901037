// Valid: the length of a shard as a formula, and a switch over stages.
#include "exercises/13-memory/memory.hpp"

StateBytes memory(int stage, Precision precision, std::span<const std::size_t> unit_elements,
                  int ranks, int rank) {
  const auto length = [&](std::int64_t n) { return n / ranks + (rank < n % ranks ? 1 : 0); };
  std::int64_t all = 0;
  std::int64_t own = 0;
  for (const std::size_t n : unit_elements) {
    all += n;
    own += length(n);
  }
  const int half = precision == Precision::mixed ? 2 : 4;
  const int states = precision == Precision::mixed ? 12 : 8;
  switch (stage) {
    case 0: return {half * all, half * all, states * all};
    case 1: return {half * all, half * all, states * own};
    case 2: return {half * all, half * own, states * own};
    default: return {half * own, half * own, states * own};
  }
}
