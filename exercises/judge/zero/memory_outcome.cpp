// Exercise 13: bytes at rest (ZeRO paper, section 3.1: 2Ψ + 2Ψ + 12Ψ in mixed precision), with
// uneven shards: each unit is cut on its own.
#include <algorithm>

#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

namespace {

struct BytesPerElement {
  std::int64_t parameters = 4, gradients = 4, optimizer = 8;
};

BytesPerElement bytes_of(StatePrecision precision, Misstep misstep) {
  if (misstep == Misstep::memory_elements) return {1, 1, 1};
  const bool other = misstep == Misstep::memory_other_precision;
  if ((precision == StatePrecision::fp32) != other) {
    return {4, 4, misstep == Misstep::memory_master_in_fp32 ? 12 : 8};
  }
  if (misstep == Misstep::memory_master_as_parameters) return {6, 2, 8};
  return {misstep == Misstep::memory_parameters_fp32 ? 4 : 2,
          misstep == Misstep::memory_gradients_fp32 ? 4 : 2,
          misstep == Misstep::memory_no_master ? 8 : 12};
}

// Of the elements of a unit, or of the model, those that belong to `rank`.
std::int64_t share(std::size_t elements, int ranks, int rank, Misstep misstep) {
  const auto n = static_cast<std::size_t>(ranks);
  if (misstep == Misstep::memory_longest) rank = 0;
  if (misstep == Misstep::memory_even) return static_cast<std::int64_t>(elements / n);
  if (misstep == Misstep::memory_remainder_last) {
    return static_cast<std::int64_t>(elements / n + (rank == ranks - 1 ? elements % n : 0));
  }
  return static_cast<std::int64_t>(shard_range(elements, ranks, rank).size());
}

// What is left of a number where an unsigned or a signed one has 32 bits.
std::int64_t unsigned_32(std::int64_t number) {
  return static_cast<std::uint32_t>(number);
}
std::int64_t signed_32(std::int64_t number) {
  return static_cast<std::int32_t>(number);
}

std::vector<std::int64_t> bytes_at_rest(const Case& run, int rank, Misstep misstep) {
  auto whole = static_cast<std::int64_t>(run.elements);
  std::int64_t own = 0;
  for (const std::size_t unit : run.tensors) own += share(unit, run.ranks, rank, misstep);
  if (misstep == Misstep::memory_whole_model) own = share(run.elements, run.ranks, rank, misstep);
  if (misstep == Misstep::memory_int_elements) {
    whole = unsigned_32(whole);
    own = unsigned_32(own);
  }
  const auto held = [&](std::int64_t bytes, int from_stage, Misstep kept_whole) {
    const bool sharded = misstep == Misstep::memory_only_its_stage ? run.stage == from_stage
                                                                   : run.stage >= from_stage;
    const bool all_whole = misstep == kept_whole || misstep == Misstep::memory_nothing_sharded;
    if (all_whole || !sharded) return bytes * whole;
    return misstep == Misstep::memory_formula ? bytes * whole / run.ranks : bytes * own;
  };
  const BytesPerElement bytes = bytes_of(run.precision, misstep);
  const int parameters_from = misstep == Misstep::memory_parameters_early ? 2 : 3;
  const int gradients_from = misstep == Misstep::memory_gradients_early ? 1 : 2;
  std::vector<std::int64_t> all{
      held(bytes.parameters, parameters_from, Misstep::memory_parameters_whole),
      held(bytes.gradients, gradients_from, Misstep::memory_gradients_whole),
      held(bytes.optimizer, 1, Misstep::memory_optimizer_whole)};
  if (misstep == Misstep::memory_int_bytes) std::ranges::transform(all, all.begin(), signed_32);
  return all;
}

}  // namespace

Outcome memory_outcome(const Case& run, Outcome before, Misstep misstep) {
  for (int rank = 0; rank < run.ranks; ++rank) {
    before[static_cast<std::size_t>(rank)].numbers = bytes_at_rest(run, rank, misstep);
  }
  return before;
}

}  // namespace zerolab::exercises
