// A configuration beside a trace whose units are unknown: kinds and ratios only.
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/profile/explain.hpp"
#include "core/zero/plan/count_plan.hpp"

namespace zerolab {

namespace {

constexpr std::array compared_kinds{CallKind::all_reduce, CallKind::reduce_scatter,
                                    CallKind::reduce,     CallKind::all_gather,
                                    CallKind::broadcast,  CallKind::all_to_all};

CallKind kind_of(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter: return CallKind::reduce_scatter;
    case Collective::all_gather: return CallKind::all_gather;
    case Collective::all_reduce: return CallKind::all_reduce;
    case Collective::broadcast: return CallKind::broadcast;
    case Collective::reduce: return CallKind::reduce;
  }
  throw InvariantError("a Collective without a CallKind");
}

// Elements that a step of the plan moves for each kind, large collectives only, for a model of one
// unit: every unit is treated alike, so ratios do not depend on how many there are.
struct PlannedVolumes {
  std::array<double, all_call_kinds.size()> elements{};
  double gradients = 0;
  double of(CallKind kind) const { return elements[static_cast<std::size_t>(kind)]; }
};

PlannedVolumes planned_volumes(ZeroConfig config) {
  config.persistence_threshold = 0;  // which parameters persist is not known here
  const std::size_t any_size = 1'000'000 * static_cast<std::size_t>(config.world_size);
  const StepPlan plan = make_plan(config, {any_size});
  PlannedVolumes volumes;
  for (const StepOp& op : plan.ops) {
    for (const IssuedCollective& issued : issued_by(plan, op)) {
      if (!is_large(purpose_of(op.kind))) continue;
      const auto elements = static_cast<double>(issued.elements);
      volumes.elements[static_cast<std::size_t>(kind_of(issued.collective))] += elements;
    }
  }
  // As Shares::gradient_elements: a trace does not say what an all-reduce is for.
  volumes.gradients = volumes.of(CallKind::all_reduce) + volumes.of(CallKind::reduce_scatter) +
                      volumes.of(CallKind::reduce);
  return volumes;
}

std::string trace_has(const Shares& shares, CallKind kind) {
  const KindShare& share = shares.of(kind);
  return share.unsized == share.count
             ? fmt::format("{} {}s of unknown size", with_separators(share.count), to_string(kind))
             : fmt::format("{} {}s of {} elements in all", with_separators(share.count),
                           to_string(kind), with_separators(share.elements));
}

void compare_ratio(const Shares& shares, const PlannedVolumes& planned, CallKind kind,
                   ForeignExplanation& explanation) {
  const auto ratio = shares.per_gradient(kind);
  if (!ratio) {
    explanation.not_compared.push_back(
        fmt::format("How many {} elements there are per element of gradients: sizes are unknown.",
                    to_string(kind)));
    return;
  }
  const double expected = planned.of(kind) / planned.gradients;
  constexpr double tolerance = 0.25;  // persistent parameters, steps cut off at the trace's ends
  if (std::abs(*ratio - expected) <= tolerance * expected) return;
  std::vector<std::string>& where =
      *ratio > expected ? explanation.unexplained : explanation.lacking;
  where.push_back(fmt::format(
      "{}: {:.3g} elements per element of gradients in the trace, {:.3g} by the configuration.",
      to_string(kind), *ratio, expected));
}

}  // namespace

ForeignExplanation explain(const Shares& shares, const ZeroConfig& config) {
  ForeignExplanation explanation;
  if (shares.calls() == 0) {
    throw input_error("the trace holds no collective: there is nothing to explain");
  }
  const PlannedVolumes planned = planned_volumes(config);
  for (const CallKind kind : compared_kinds) {
    const KindComparison compared{kind, shares.is_present(kind), planned.of(kind) > 0};
    if (!compared.in_trace && !compared.in_plan) continue;
    explanation.kinds.push_back(compared);
    if (!compared.in_plan) {
      explanation.unexplained.push_back(fmt::format(
          "{}, and the configuration issues none that large.", trace_has(shares, kind)));
    } else if (!compared.in_trace) {
      explanation.lacking.push_back(
          fmt::format("{}: per element of gradients the configuration issues {:.3g}, the trace "
                      "holds none to speak "
                      "of.",
                      to_string(kind), planned.of(kind) / planned.gradients));
    } else if (kind == CallKind::all_gather || kind == CallKind::broadcast) {
      compare_ratio(shares, planned, kind, explanation);
    }
  }
  explanation.not_compared.push_back(
      "Sizes of single collectives: the file does not name the model's units, and buckets are cut "
      "by size.");
  explanation.not_compared.push_back(
      "Small collectives (norms, flags, buffers): which of them run depends on the model.");
  if (config.stage == 3 && config.persistence_threshold > 0) {
    explanation.not_compared.push_back(
        "Parameters below the persistence threshold: they stay whole and lower what is gathered.");
  }
  return explanation;
}

}  // namespace zerolab
