#include "viz/scene/plan_outline.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/zero/plan/text_plan.hpp"

namespace zerolab {

namespace {

// The operations of the plan's text; none where a line is no operation of ours.
std::vector<StepOp> parse_plan_text(const TraceHeader& header) {
  std::vector<StepOp> ops;
  std::string_view rest = header.plan;
  while (!rest.empty()) {
    const std::size_t line_end = std::min(rest.find('\n'), rest.size());
    try {
      ops.push_back(parse_step_op(rest.substr(0, line_end)));
    } catch (const Error&) {
      return {};
    }
    if (ops.back().unit >= static_cast<int>(header.units.size())) return {};
    rest.remove_prefix(std::min(line_end + 1, rest.size()));
  }
  return ops;
}

struct PhaseAt {
  PlanPhase phase = PlanPhase::clear;
  int micro_step = -1;
  friend bool operator==(const PhaseAt&, const PhaseAt&) = default;
};

// The phase of the operation of which `use` gathers the parameters or opens the bucket.
PhaseAt phase_of_next_use(const std::vector<StepOp>& ops, std::size_t use) {
  for (std::size_t i = use; i < ops.size(); ++i) {
    if (ops[i].kind == OpKind::forward) return {PlanPhase::forward, ops[i].micro_step};
    if (ops[i].kind == OpKind::backward) return {PlanPhase::backward, ops[i].micro_step};
  }
  return {PlanPhase::update, -1};
}

// A reduction belongs to the backward pass where its gradient lies in a bucket, which a
// close-bucket then follows; else it comes once, at the boundary.
PhaseAt phase_of_reduction(const std::vector<StepOp>& ops, std::size_t at, PhaseAt before) {
  for (std::size_t i = at + 1; i < ops.size() && ops[i].unit == ops[at].unit; ++i) {
    if (ops[i].kind == OpKind::close_bucket) return before;
  }
  return {PlanPhase::reduce, -1};
}

PhaseAt phase_of_op(const std::vector<StepOp>& ops, std::size_t at, PhaseAt before) {
  switch (ops[at].kind) {
    case OpKind::zero_gradients: return {PlanPhase::clear, -1};
    case OpKind::gather_parameters:
    case OpKind::broadcast_parameters:
    case OpKind::all_reduce_parameters:
    case OpKind::open_bucket:
    case OpKind::forward:
    case OpKind::backward: return phase_of_next_use(ops, at);
    case OpKind::release_parameters:
    case OpKind::accumulate_shard:
    case OpKind::close_bucket: return before;
    case OpKind::reduce_scatter_gradients:
    case OpKind::reduce_gradients:
    case OpKind::all_reduce_gradients: return phase_of_reduction(ops, at, before);
    case OpKind::gather_norm:
    case OpKind::update:
    case OpKind::all_gather_parameters:
    case OpKind::broadcast_updates:
    case OpKind::all_reduce_updates:
    case OpKind::gather_loss: return {PlanPhase::update, -1};
  }
  throw InvariantError("an OpKind without a phase");
}

}  // namespace

PlanOutline outline_of(const TraceHeader& header) {
  PlanOutline outline;
  outline.ops = parse_plan_text(header);
  PhaseAt phase;
  for (std::size_t i = 0; i < outline.ops.size(); ++i) {
    phase = phase_of_op(outline.ops, i, phase);
    outline.micro_steps = std::max(outline.micro_steps, outline.ops[i].micro_step + 1);
    if (outline.parts.empty() ||
        PhaseAt{outline.parts.back().phase, outline.parts.back().micro_step} != phase) {
      outline.parts.push_back({phase.phase, phase.micro_step, {i, i}});
    }
    outline.parts.back().ops.end = i + 1;
    outline.part_of.push_back(outline.parts.size() - 1);
  }
  return outline;
}

std::string part_name(const PlanOutline& outline, const PlanPart& part) {
  const auto of_micro_step = [&](std::string_view name) {
    return outline.micro_steps < 2 ? std::string(name)
                                   : fmt::format("{}, micro-step {}", name, part.micro_step);
  };
  switch (part.phase) {
    case PlanPhase::clear: return "clear";
    case PlanPhase::forward: return of_micro_step("forward");
    case PlanPhase::backward: return of_micro_step("backward");
    case PlanPhase::reduce: return "reduce";
    case PlanPhase::update: return "update";
  }
  throw InvariantError("a PlanPhase without a name");
}

std::string op_in_words(const StepOp& op, const TraceHeader& header) {
  const auto unit = op.unit >= 0 && op.unit < static_cast<int>(header.units.size())
                        ? std::string_view(header.units[static_cast<std::size_t>(op.unit)].name)
                        : std::string_view("no unit");
  switch (op.kind) {
    case OpKind::zero_gradients: return "set all gradients to zero";
    case OpKind::gather_parameters: return fmt::format("gather the parameters of {}", unit);
    case OpKind::broadcast_parameters: return fmt::format("broadcast the parameters of {}", unit);
    case OpKind::all_reduce_parameters: return fmt::format("all-reduce the parameters of {}", unit);
    case OpKind::forward: return fmt::format("forward of {}", unit);
    case OpKind::backward: return fmt::format("backward of {}", unit);
    case OpKind::release_parameters: return fmt::format("release the parameters of {}", unit);
    case OpKind::open_bucket: return fmt::format("open a bucket for the gradient of {}", unit);
    case OpKind::reduce_scatter_gradients:
      return fmt::format("reduce-scatter the gradient of {}", unit);
    case OpKind::reduce_gradients:
      return fmt::format("reduce the gradient of {} to its owners", unit);
    case OpKind::all_reduce_gradients: return fmt::format("all-reduce the gradient of {}", unit);
    case OpKind::accumulate_shard:
      return fmt::format("add the own part to the gradient shard of {}", unit);
    case OpKind::close_bucket: return fmt::format("close the bucket of {}", unit);
    case OpKind::gather_norm: return "gather the gradient's norm";
    case OpKind::update: return fmt::format("update {} with AdamW", unit);
    case OpKind::all_gather_parameters:
      return fmt::format("all-gather the updated parameters of {}", unit);
    case OpKind::broadcast_updates:
      return fmt::format("broadcast the updated parameters of {}", unit);
    case OpKind::all_reduce_updates:
      return fmt::format("all-reduce the updated parameters of {}", unit);
    case OpKind::gather_loss: return "gather the loss";
  }
  throw InvariantError("an OpKind without words");
}

std::string_view op_word(OpKind kind) {
  switch (kind) {
    case OpKind::zero_gradients: return "zero";
    case OpKind::gather_parameters: return "gather";
    case OpKind::broadcast_parameters: return "broadcast";
    case OpKind::all_reduce_parameters: return "all-reduce";
    case OpKind::forward: return "forward";
    case OpKind::backward: return "backward";
    case OpKind::release_parameters: return "release";
    case OpKind::open_bucket: return "open bucket";
    case OpKind::reduce_scatter_gradients: return "reduce-scatter";
    case OpKind::reduce_gradients: return "reduce";
    case OpKind::all_reduce_gradients: return "all-reduce";
    case OpKind::accumulate_shard: return "accumulate";
    case OpKind::close_bucket: return "close bucket";
    case OpKind::gather_norm: return "norm";
    case OpKind::update: return "update";
    case OpKind::all_gather_parameters: return "all-gather";
    case OpKind::broadcast_updates: return "broadcast";
    case OpKind::all_reduce_updates: return "all-reduce";
    case OpKind::gather_loss: return "loss";
  }
  throw InvariantError("an OpKind without a word");
}

std::string_view op_letter(OpKind kind) {
  switch (kind) {
    case OpKind::zero_gradients: return "0";
    case OpKind::gather_parameters:
    case OpKind::broadcast_parameters:
    case OpKind::all_reduce_parameters: return "G";
    case OpKind::forward: return "F";
    case OpKind::backward: return "B";
    case OpKind::release_parameters: return "R";
    case OpKind::open_bucket: return "[";
    case OpKind::reduce_scatter_gradients:
    case OpKind::reduce_gradients:
    case OpKind::all_reduce_gradients: return "S";
    case OpKind::accumulate_shard: return "+";
    case OpKind::close_bucket: return "]";
    case OpKind::gather_norm: return "N";
    case OpKind::update: return "U";
    case OpKind::all_gather_parameters:
    case OpKind::broadcast_updates:
    case OpKind::all_reduce_updates: return "A";
    case OpKind::gather_loss: return "L";
  }
  throw InvariantError("an OpKind without a letter");
}

}  // namespace zerolab
