#include "exercises/judge/values.hpp"

#include <cmath>

#include "exercises/judge/endings.hpp"
#include "exercises/judge/input.hpp"
#include "exercises/judge/right.hpp"

namespace zerolab::exercises {

namespace {

using Buffers = std::vector<std::vector<float>>;  // [rank]

// The first wrong element. The buffers outlive the answer.
std::optional<WrongChunk> first_difference(const Case& run, const RightRun& right,
                                           const Buffers& results, const Buffers& got) {
  const std::vector<Range> slots = slots_of(run);
  for (std::size_t rank = 0; rank < got.size(); ++rank) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (right.held[rank][slot].empty()) continue;  // nothing is promised there
      for (std::size_t i = slots[slot].begin; i < slots[slot].end; ++i) {
        if (same_value(run, got[rank][i], results[rank][i])) continue;
        return WrongChunk{run,       static_cast<int>(rank), static_cast<int>(slot), slots[slot], i,
                          got[rank], results[rank]};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool same_value(const Case& run, float got, float right) {
  if (got == right) return true;
  return run.exercise == 7 && std::abs(got - right) <= 4e-7F * std::abs(right);
}

std::optional<Wrong> wrong_results(const RunRecord& record) {
  if (!has_results(record)) return std::nullopt;
  const Case& run = record.run;
  Buffers got;
  for (int rank = 0; rank < run.ranks; ++rank) {
    got.push_back(buffer_of(run, rank, record.ranks[static_cast<std::size_t>(rank)].block));
  }
  std::optional<Wrong> wrong;
  for (const RightRun& right : right_runs(run)) {
    const Buffers results = right_results(run, right);
    const auto difference = first_difference(run, right, results, got);
    if (!difference) return std::nullopt;
    if (!wrong) wrong = explain(*difference);
    if (run.input != Input::rounding) break;  // else all are equal
  }
  return wrong;
}

}  // namespace zerolab::exercises
