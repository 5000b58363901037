// A trace of zerolab's own as a profile: every number from its events, what issued it from its
// header.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/profile/rows.hpp"
#include "core/trace/trace.hpp"

namespace zerolab {

// A training step; -1: what was recorded outside of any.
struct StepTotals {
  int train_step = -1;
  std::int64_t collectives = 0;
  Extremes sent, received;  // elements per rank
  double time_us = 0;       // a rank's time in collectives, in the mean over ranks
};

struct RankTotals {
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;
};

struct OwnProfile {
  std::vector<ProfileRow> rows;    // in the order in which they were first issued
  std::vector<StepTotals> steps;   // ascending
  std::vector<RankTotals> ranks;   // over all events of the trace, whatever step was asked for
  std::vector<std::string> notes;  // sentences: ranks that issued different collectives
};

// `only`: this training step alone makes the rows. Throws an input Error that lists the steps where
// the trace has no such step.
OwnProfile profile_own(const Trace& trace, std::optional<int> only);

}  // namespace zerolab
