// Exercise 4: one span, the buffer.
#include "exercises/04-all_gather/all_gather.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  const Range buffer = spans_of(run, 0).at(0);
  all_gather(comm, block.subspan(buffer.begin, buffer.size()));
  return {};
}

}  // namespace zerolab::exercises
