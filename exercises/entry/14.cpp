// Exercise 14: parameters, momentum and variance, old and new.
#include "exercises/14-reshard/reshard.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  std::vector<std::span<const float>> before;
  std::vector<std::span<float>> after;
  for (const Range& span : spans_of(run, rank)) {
    const std::span<float> state = block.subspan(span.begin, span.size());
    if (before.size() < 3) {
      before.push_back(state);
    } else {
      after.push_back(state);
    }
  }
  reshard(comm, run.elements, run.from_ranks, run.to_ranks, before, after);
  return {};
}

}  // namespace zerolab::exercises
