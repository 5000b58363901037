// Exercise 2: two spans, what the rank has and where its left neighbour's goes.
#include "exercises/02-ring_shift/ring_shift.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  const std::vector<Range> spans = spans_of(run, 0);
  ring_shift(comm, block.subspan(spans.at(0).begin, spans.at(0).size()),
             block.subspan(spans.at(1).begin, spans.at(1).size()));
  return {};
}

}  // namespace zerolab::exercises
