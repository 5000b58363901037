#include "exercises/judge/zero/results.hpp"

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

Outcome input_of(const Case& run) {
  Outcome before(static_cast<std::size_t>(run.ranks));
  for (int rank = 0; rank < run.ranks; ++rank) {
    const std::vector<ZeroSpan> spans = zero_spans(run, rank);
    for (std::size_t s = 0; s < spans.size(); ++s) {
      std::vector<double>& values = before[static_cast<std::size_t>(rank)].spans.emplace_back();
      values.reserve(spans[s].elements);
      for (std::size_t i = 0; i < spans[s].elements; ++i) {
        values.push_back(static_cast<double>(zero_input(run, rank, s, i)));
      }
    }
  }
  return before;
}

}  // namespace

Outcome outcome_of(const Case& run, Misstep misstep) {
  switch (run.exercise) {
    case 8: return adamw_outcome(run, input_of(run), misstep);
    case 9: return step_outcome(run, input_of(run), misstep);
    case 10:
    case 11: return pass_outcome(run, input_of(run), misstep);
    case 12: return norm_outcome(run, input_of(run), misstep);
    case 13: return memory_outcome(run, input_of(run), misstep);
    case 14: return reshard_outcome(run, input_of(run), misstep);
    default: throw InvariantError("an exercise that is not judged here");
  }
}

Tolerance tolerance_of(const Case& run, std::size_t span) {
  const double rate =
      run.exercise == 8 || run.exercise == 9
          ? static_cast<double>(adamw_settings[static_cast<std::size_t>(run.setting)].learning_rate)
          : 0;
  const int steps = run.exercise == 9 ? run.step : 1;
  const std::size_t momentum = run.exercise == 9 ? static_cast<std::size_t>(run.step) + 1 : 2;
  switch (run.exercise) {
    case 8:
    case 9:
      if (span == 0) return {1e-4 * rate * steps, 1e-6};
      // Gradients are up to 2, and may cancel in the momentum.
      return {span == momentum ? 1e-6 : 1e-9, 2e-5};
    case 12: return {0, 1e-5};
    default: return {};
  }
}

}  // namespace zerolab::exercises
