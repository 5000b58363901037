// A plan as text: one line per operation, for people and for the trace.
//   "gather-parameters unit 2"   "forward unit 2 micro-step 0"   "gather-norm"
#pragma once

#include <string>
#include <string_view>

#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

std::string to_text(const StepOp& op);

// The operations alone, one per line: line i is operation i.
std::string to_text(const StepPlan& plan);

// parse_step_op(to_text(op)) == op. Throws an input Error that quotes the line.
StepOp parse_step_op(std::string_view line);

}  // namespace zerolab
