// Exercise 7: a span per tensor.
#include "exercises/07-sync_gradients/sync_gradients.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int, const Case& run, std::span<float> block) {
  sync_gradients(comm, spans_in(run, comm.rank(), block), run.bucket_elements);
  return {};
}

}  // namespace zerolab::exercises
