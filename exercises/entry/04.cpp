// Exercise 4: one span, the buffer.
#include "exercises/04-all_gather/all_gather.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  all_gather(comm, spans_in(run, comm.rank(), block).at(0));
  return {};
}

}  // namespace zerolab::exercises
