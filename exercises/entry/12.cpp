// Exercise 12: the padded shard, and a place for the norm.
#include "exercises/12-global_norm/global_norm.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  Collectives collectives(comm);
  spans[1].front() = global_norm(collectives, spans[0], run.elements);
  return {};
}

}  // namespace zerolab::exercises
