// What a trace holds that a configuration does not explain, and what it lacks that the
// configuration would issue.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/profile/shares.hpp"
#include "core/trace/trace.hpp"
#include "core/zero/plan/config.hpp"

namespace zerolab {

// A collective of so many elements (of the whole buffer), as often as a training step has it.
struct CountedCollective {
  Collective collective = Collective::all_reduce;
  std::size_t elements = 0;
  std::int64_t in_trace = 0;
  std::int64_t in_plan = 0;
};

// Training steps that differ from the plan in the same way.
struct StepDifference {
  std::vector<int> train_steps;
  std::vector<CountedCollective> differing;  // in_trace != in_plan
};

struct Explanation {
  std::vector<CountedCollective> plan;      // what the configuration issues in a step; in_trace 0
  std::vector<StepDifference> differences;  // of the steps that differ; empty: all is explained
};

// Compares each training step of a trace of ours with the plan that `config` makes for the trace's
// units. Throws an input Error where the trace has no units or no training step, or another world
// size than the config.
Explanation explain(const Trace& trace, const ZeroConfig& config);

// The same for another program's trace, of which units are not known: which kinds of collectives
// there are, and how many elements they carry per element of gradients.
struct KindComparison {
  CallKind kind = CallKind::all_reduce;
  bool in_trace = false;
  bool in_plan = false;
};

struct ForeignExplanation {
  std::vector<KindComparison> kinds;     // each kind that either has, large collectives only
  std::vector<std::string> unexplained;  // sentences: in the trace, and not from the configuration
  std::vector<std::string> lacking;      // sentences: from the configuration, and not in the trace
  std::vector<std::string> not_compared;
};

ForeignExplanation explain(const Shares& shares, const ZeroConfig& config);

}  // namespace zerolab
