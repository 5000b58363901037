// Runs of exercises 8 to 14 that are written down instead of run.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

// Ranks that hold `outcome` in the end, and sent nothing.
inline RunRecord record_with(const Case& run, const Outcome& outcome) {
  RunRecord record;
  record.run = run;
  for (int rank = 0; rank < run.ranks; ++rank) {
    const RankOutcome& held = outcome[static_cast<std::size_t>(rank)];
    RankResult result;
    result.block = input_block(run, rank);
    result.numbers = held.numbers;
    const std::vector<Range> places = spans_of(run, rank);
    for (std::size_t span = 0; span < places.size(); ++span) {
      std::ranges::transform(held.spans[span],
                             result.block.begin() + static_cast<std::ptrdiff_t>(places[span].begin),
                             [](double value) { return static_cast<float>(value); });
    }
    record.ranks.push_back(std::move(result));
  }
  return record;
}

// What a hidden test says of such results; "right".
inline std::string told_of(const Case& run, const Outcome& outcome) {
  const auto finding = wrong_outcome(record_with(run, outcome));
  return finding ? finding->nudge : "right";
}

// The missteps of the exercise of `runs` that none of them is told apart from all others.
inline std::vector<std::string> mistaken_for_others(const std::vector<Case>& runs) {
  std::vector<std::string> unclear;
  for (const Misstep misstep : missteps_of(runs.front().exercise)) {
    const std::string own(nudge(misstep));
    const bool clear = std::ranges::any_of(
        runs, [&](const Case& run) { return told_of(run, outcome_of(run, misstep)) == own; });
    if (!clear) unclear.push_back(own);
  }
  return unclear;
}

}  // namespace zerolab::exercises
