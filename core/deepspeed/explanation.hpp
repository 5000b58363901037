// A configuration explained: what a step moves, what a rank keeps, why, and what of the file does
// nothing. Volumes and bytes at rest come from the same plan that zerolab trains with (make_plan,
// count_step, memory_of); buckets and the small collectives are DeepSpeed's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/deepspeed/findings.hpp"
#include "core/deepspeed/resolve.hpp"
#include "core/zero/plan/count_plan.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

struct ExplainQuestion {
  std::vector<std::size_t> unit_elements;  // their sum is Ψ
  bool units_known = true;                 // false: Ψ alone is known, and stands as one unit
  int ranks = 1;
  std::optional<int> micro_steps;  // in place of the file's
};

// What one kind of data does in a step.
struct ExplainedMove {
  Purpose purpose = Purpose::gradients;
  std::string collective;        // DeepSpeed's name: "all_reduce, then keeps its own part"
  std::string when;              // "every micro-step"
  int rounds = 0;                // how often per step the model's elements pass
  std::int64_t elements = 0;     // in one round, whole
  std::int64_t collectives = 0;  // DeepSpeed issues in a step, from its bucket sizes; 0: unknown
  std::string collectives_note;  // how that number comes about
  std::vector<std::string> decided_by;  // keys
};

// A collective too small to count in x.
struct SmallCollective {
  std::string what;      // "overflow flag"
  std::string type;      // "1 byte", "fp64"
  std::string how_many;  // "1", "one per barrier"
  std::string why;
};

// Transient memory beside the state at rest; an upper bound.
struct BucketBytes {
  std::string what;  // "gradient buckets"
  std::int64_t bytes = 0;
  bool known = true;  // false: depends on the units, which were not given
  std::string how;    // "2 × 500,000,000 elements × 2 bytes"
};

struct ConfigExplanation {
  ExplainQuestion question;
  Resolved resolved;
  std::int64_t parameters = 0;           // Ψ
  std::vector<ExplainedMove> moves;      // gradients, parameters
  std::vector<StepTraffic> traffic;      // per rank, one step
  std::vector<StepTraffic> ideal;        // the same stage with reduce-scatter and all-gather
  std::vector<StepTraffic> x;            // the unit of volumes: a reduce-scatter of everything
  std::string ideal_formula;             // "(M+1)x"
  std::vector<SmallCollective> small;    // DeepSpeed's
  std::vector<std::string> small_notes;  // what zerolab's own trainer does instead, and why
  std::vector<RankMemory> memory;        // per rank, at rest; without DeepSpeed's buckets
  std::vector<BucketBytes> buckets;
  std::vector<KeyFinding> findings;
  std::vector<std::string> notes;
};

// Throws an input Error for no units, ranks outside 1 … 1,024, sizes whose sums pass 10^15, more
// units and ranks than can be counted in seconds, and what resolve() throws.
ConfigExplanation explain(const DsConfig& config, const ExplainQuestion& question);

}  // namespace zerolab
