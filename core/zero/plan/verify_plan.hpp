// Proves a plan: it is run on what-is-where instead of on numbers.
//
// For each unit it follows whether whole parameters are at hand and up to date, and how often each
// micro-step's gradient is in the bucket, in the gradients at rest, and in the sum over ranks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

enum class PlanFindingKind {
  malformed,           // a unit or micro-step that does not exist
  parameters_missing,  // used before gathered or after released
  gathered_twice,      // gathered while gathered, or where whole parameters are at rest
  bucket,              // opened while open, used or closed while closed, or not needed
  order,               // backward before forward, a unit run twice, an operation after its time
  gradient_lost,       // reduced or closed away without reaching the update
  gradient_twice,      // a micro-step's gradient that reaches the update more than once
  not_reduced,         // updated with a gradient that was not summed over ranks
  stale_parameters,    // whole parameters at rest of which only a part was updated
  left_open            // gathered parameters or a bucket at the end of the step
};
std::string_view to_string(PlanFindingKind kind);

struct PlanFinding {
  PlanFindingKind kind = PlanFindingKind::malformed;
  int op = -1;  // index; the number of operations where the end of the step is wrong
  int unit = -1;
  std::string message{};  // "op 7 (backward unit 2 micro-step 0): …"
};

// Nothing found: the plan is correct. At most 100 findings.
std::vector<PlanFinding> verify(const StepPlan& plan);

// All ranks must issue the same collectives in the same order. One plan per rank; returns "" or a
// sentence that names the first operation that differs and the two ranks.
std::string first_difference(std::span<const StepPlan> plans);

}  // namespace zerolab
