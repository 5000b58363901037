// Exercise 11: per micro-step a call per unit for each pass.
#include "exercises/11-zero3_unit/zero3_unit.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  Collectives collectives(comm);
  Arena arena(comm);
  const std::size_t units = run.tensors.size();
  for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
    PassOrder order{static_cast<int>(units)};
    std::vector<Unit> model;
    for (std::size_t unit = 0; unit < units; ++unit) {
      const std::size_t at = static_cast<std::size_t>(micro_step) * units + unit;
      model.emplace_back(comm, order, static_cast<int>(unit), spans[2 * units + 1 + at],
                         &spans[2 * units][at]);
    }
    for (std::size_t unit = 0; unit < units; ++unit) {
      zero3_unit(collectives, arena, model[unit], Pass::forward, spans[unit], spans[units + unit]);
    }
    for (std::size_t unit = units; unit-- > 0;) {
      zero3_unit(collectives, arena, model[unit], Pass::backward, spans[unit], spans[units + unit]);
    }
  }
  return {};
}

}  // namespace zerolab::exercises
