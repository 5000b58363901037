// What a rank stores: at rest, and at most during a step. The plan added up, nothing allocated.
#pragma once

#include <string>

#include "core/base/memory.hpp"
#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

// What the plan does not know: memory that depends on the model's batch, not on sharding. Both are
// held from the first step to the last.
struct WorkspaceBytes {
  std::int64_t activations = 0;
  std::int64_t scratch = 0;
};

struct RankMemory {
  CategoryBytes at_rest{};      // state between steps; the transient categories are 0
  CategoryBytes peak{};         // each category's own most
  std::int64_t peak_total = 0;  // the most at one moment: at most the sum of the above
  friend bool operator==(const RankMemory&, const RankMemory&) = default;
};

// At rest, bytes per element: parameters and gradients 4 in fp32 and 2 in bf16; momentum and
// variance 4; master weights 4 in bf16 and none in fp32, where the parameters are their own.
RankMemory memory_of(const StepPlan& plan, int rank, const WorkspaceBytes& workspace);

// Bytes that one parameter takes, by what they are: see Precision.
struct BytesPerParameter {
  int parameter = 0;
  int gradient = 0;
  int optimizer = 0;
};
BytesPerParameter bytes_per_parameter(Precision precision);

// The paper's formulas for `parameters` Ψ on `world_size` N, in bytes of state at rest per rank,
// for chunks of any evenness (so a double). With a, g, o bytes per parameter, gradient, optimizer:
//   stage 0 (a+g+o)Ψ   stage 1 (a+g)Ψ + oΨ/N   stage 2 aΨ + (g+o)Ψ/N   stage 3 (a+g+o)Ψ/N
// (Rajbhandari et al. 2020, figure 1 and table 1.)
double state_bytes(int stage, Precision precision, double parameters, double world_size);

// The same as a formula: "2Ψ + 14Ψ/N".
std::string state_formula(int stage, Precision precision);

}  // namespace zerolab
