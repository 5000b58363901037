// Exercise 6: the answer is how many elements the rank sends and how many it receives.
#include "exercises/06-predict/predict.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm&, int rank, const Case& run, std::span<float>) {
  const Volume answer = predict(run.collective, run.elements, run.ranks, rank);
  return {static_cast<std::int64_t>(answer.sent), static_cast<std::int64_t>(answer.received)};
}

}  // namespace zerolab::exercises
