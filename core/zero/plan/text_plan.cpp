#include "core/zero/plan/text_plan.hpp"

#include <charconv>

#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// Takes "KEY NUMBER" off the front of `rest`; -1 and nothing taken where it is not there.
int take_number(std::string_view& rest, std::string_view key) {
  if (rest.substr(0, key.size()) != key) return -1;
  int number = -1;
  const char* begin = rest.data() + key.size();
  const auto [end, status] = std::from_chars(begin, rest.data() + rest.size(), number);
  if (status != std::errc{} || number < 0) return -1;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

}  // namespace

std::string to_text(const StepOp& op) {
  std::string text(to_string(op.kind));
  if (op.unit >= 0) text += fmt::format(" unit {}", op.unit);
  if (op.micro_step >= 0) text += fmt::format(" micro-step {}", op.micro_step);
  return text;
}

std::string to_text(const StepPlan& plan) {
  std::string text;
  for (const StepOp& op : plan.ops) text += to_text(op) + "\n";
  return text;
}

StepOp parse_step_op(std::string_view line) {
  const std::string_view name = line.substr(0, line.find(' '));
  for (const OpKind kind : all_op_kinds) {
    if (to_string(kind) != name) continue;
    std::string_view rest = line.substr(name.size());
    StepOp op{kind, take_number(rest, " unit "), take_number(rest, " micro-step ")};
    const bool complete = (op.unit >= 0) == concerns_a_unit(kind) &&
                          (op.micro_step >= 0) == concerns_a_micro_step(kind);
    if (rest.empty() && complete) return op;
    throw input_error("plan line '{}': expected '{}{}{}'", line, name,
                      concerns_a_unit(kind) ? " unit U" : "",
                      concerns_a_micro_step(kind) ? " micro-step M" : "");
  }
  throw input_error("plan line '{}': unknown operation '{}'", line, name);
}

}  // namespace zerolab
