// Exercise 7: a span per tensor.
#include "exercises/07-sync_gradients/sync_gradients.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  std::vector<std::span<float>> gradients;
  for (const Range& tensor : spans_of(run, 0)) {
    gradients.push_back(block.subspan(tensor.begin, tensor.size()));
  }
  sync_gradients(comm, gradients, run.bucket_elements);
  return {};
}

}  // namespace zerolab::exercises
