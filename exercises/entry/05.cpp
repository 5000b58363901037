// Exercise 5: one span, the buffer.
#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  all_reduce(comm, spans_in(run, comm.rank(), block).at(0));
  return {};
}

}  // namespace zerolab::exercises
