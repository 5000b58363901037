// The ranks' results against the right ones, and the misstep that gives just those.
#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/outcome_difference.hpp"

namespace zerolab::exercises {

namespace {

constexpr double rounding = 1e-6;

}  // namespace

std::optional<Finding> wrong_outcome(const RunRecord& record) {
  const auto wrong = first_difference(record, outcome_of(record.run));
  if (!wrong) return std::nullopt;
  const std::string where = difference_words(record.run, *wrong);
  const auto explained = [&](const std::string& why) {
    return Finding{Aspect::values, wrong->rank, where + "; " + why, why};
  };
  for (const Misstep misstep : missteps_of(record.run.exercise)) {
    if (first_difference(record, outcome_of(record.run, misstep), rounding)) continue;
    return explained(std::string(nudge(misstep)));
  }
  if (const std::optional<std::string> why = unexplained(record, *wrong)) return explained(*why);
  const std::string what = zero_spans(record.run, wrong->rank)[wrong->span].name;
  return Finding{Aspect::values, wrong->rank, where,
                 what.substr(0, what.find(" of unit")) + ": a result is wrong"};
}

}  // namespace zerolab::exercises
