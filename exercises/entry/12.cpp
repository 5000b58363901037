// Exercise 12: the padded shard, and a place for the norm.
#include "exercises/12-global_norm/global_norm.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  const std::vector<Range> spans = spans_of(run, rank);
  Collectives collectives(comm);
  block[spans[1].begin] =
      global_norm(collectives, block.subspan(spans[0].begin, spans[0].size()), run.elements);
  return {};
}

}  // namespace zerolab::exercises
