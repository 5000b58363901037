// Exercise 3: one span, the buffer.
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  reduce_scatter(comm, spans_in(run, comm.rank(), block).at(0));
  return {};
}

}  // namespace zerolab::exercises
