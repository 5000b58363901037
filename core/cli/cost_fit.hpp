// α, β and γ out of a trace, and how well they foretell the trace's own collectives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/schedule/fit.hpp"
#include "core/trace/trace.hpp"

namespace zerolab {

// All collectives of the trace that are alike.
struct MeasuredCollective {
  Collective collective = Collective::all_reduce;
  std::string algorithm;
  std::int64_t bytes = 0;  // of the whole buffer
  std::size_t count = 0;
  double measured = 0;  // seconds, the median: from the last rank's start to the last end
  std::optional<double> predicted;  // seconds; none for an algorithm that is not known here
};

struct TraceFit {
  std::string file;
  int world_size = 1;
  Fit fit;
  std::vector<MeasuredCollective> collectives;  // the largest first
};

// A message's time is that from both sides having posted it to the end of its receive, as in the
// recurrence of core/schedule/cost.hpp. Throws an input Error where the file is no trace, or where
// its messages are of fewer than two sizes.
TraceFit fit_trace(const std::string& file);

// Of one trace, for `file` in messages.
TraceFit fit_trace(const Trace& trace, const std::string& file);

// The fit as text: the rates, the sizes and what they took, the collectives beside their costs.
std::string fit_text(const TraceFit& fit);

}  // namespace zerolab
