// Exercise 2: two spans, what the rank has and where its left neighbour's goes.
#include "exercises/02-ring_shift/ring_shift.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, comm.rank(), block);
  ring_shift(comm, spans.at(0), spans.at(1));
  return {};
}

}  // namespace zerolab::exercises
