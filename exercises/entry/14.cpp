// Exercise 14: parameters, momentum and variance, old and new.
#include "exercises/14-reshard/reshard.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  const std::vector<std::span<const float>> before(spans.begin(), spans.begin() + 3);
  const std::vector<std::span<float>> after(spans.begin() + 3, spans.end());
  reshard(comm, run.elements, run.from_ranks, run.to_ranks, before, after);
  return {};
}

}  // namespace zerolab::exercises
