// A trace's plan as the scenes show it: its operations, the parts that a training step falls into
// (forward, backward, update …), and an operation in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/range.hpp"
#include "core/trace/trace.hpp"
#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

enum class PlanPhase {
  clear,     // zero-gradients
  forward,   // with the gathers and releases around it
  backward,  // with the buckets and reductions around it
  reduce,    // of whole gradients, at the boundary
  update     // norm, optimizer, loss
};

// Neighbouring operations of one phase.
struct PlanPart {
  PlanPhase phase = PlanPhase::clear;
  int micro_step = -1;  // of forward and backward
  Range ops;
  friend bool operator==(const PlanPart&, const PlanPart&) = default;
};

struct PlanOutline {
  std::vector<StepOp> ops;  // empty: the trace has no plan, or one in other words than ours
  std::vector<PlanPart> parts;
  std::vector<std::size_t> part_of;  // by operation
  int micro_steps = 0;
};

// Units out of the header's range make it an outline without operations.
PlanOutline outline_of(const TraceHeader& header);

// "forward"; with several micro-steps "forward, micro-step 1".
std::string part_name(const PlanOutline& outline, const PlanPart& part);

// "gather parameters of block 0", "forward of head", "sum up all gradients of head" …
std::string op_in_words(const StepOp& op, const TraceHeader& header);

// One word: "gather", "forward".
std::string_view op_word(OpKind kind);

// One character for narrow columns: "G", "F".
std::string_view op_letter(OpKind kind);

}  // namespace zerolab
