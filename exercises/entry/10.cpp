// Exercise 10: a call per micro-step.
#include "exercises/10-zero2_backward/zero2_backward.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  Collectives collectives(comm);
  Arena arena(comm);
  const std::size_t units = run.tensors.size();
  const std::vector<std::span<float>> shards(spans.begin(),
                                             spans.begin() + static_cast<std::ptrdiff_t>(units));
  for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
    PassOrder order{static_cast<int>(units)};
    std::vector<Unit> model;
    for (std::size_t unit = 0; unit < units; ++unit) {
      const std::size_t data = units + static_cast<std::size_t>(micro_step) * units + unit;
      model.emplace_back(comm, order, static_cast<int>(unit), spans[data], nullptr);
    }
    zero2_backward(collectives, arena, model, shards);
  }
  return {};
}

}  // namespace zerolab::exercises
