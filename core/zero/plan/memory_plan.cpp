#include "core/zero/plan/memory_plan.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr std::int64_t fp32_bytes = 4;

// Elements of all units that `rank` keeps at rest; `extent_of` says how much of a unit.
template <typename ExtentOf>
std::int64_t elements_at_rest(const StepPlan& plan, int rank, ExtentOf extent_of) {
  std::size_t elements = 0;
  for (std::size_t u = 0; u < plan.unit_elements.size(); ++u) {
    const int unit = static_cast<int>(u);
    elements += extent_of(unit) == Extent::whole ? plan.unit_elements[u]
                                                 : own_range(plan, unit, rank).size();
  }
  return static_cast<std::int64_t>(elements);
}

}  // namespace

RankMemory memory_of(const StepPlan& plan, int rank, const WorkspaceBytes& workspace) {
  RankMemory memory;
  const auto element_bytes =
      static_cast<std::int64_t>(size_bytes(parameter_type(plan.config.precision)));
  const auto keep = [&](MemoryCategory category, Extent extent, std::int64_t bytes_each) {
    bytes_of(memory.at_rest, category) =
        bytes_each * elements_at_rest(plan, rank, [&](int) { return extent; });
  };
  bytes_of(memory.at_rest, MemoryCategory::parameters) =
      element_bytes *
      elements_at_rest(plan, rank, [&](int unit) { return parameters_at_rest(plan, unit); });
  keep(MemoryCategory::gradients, plan.at_rest.gradients, element_bytes);
  if (has_master_weights(plan.config.precision)) {
    keep(MemoryCategory::master_weights, plan.at_rest.optimizer, fp32_bytes);
  }
  keep(MemoryCategory::momentum, plan.at_rest.optimizer, fp32_bytes);
  keep(MemoryCategory::variance, plan.at_rest.optimizer, fp32_bytes);

  CategoryBytes now = memory.at_rest;
  bytes_of(now, MemoryCategory::activations) = workspace.activations;
  bytes_of(now, MemoryCategory::scratch) = workspace.scratch;
  memory.peak = now;
  memory.peak_total = total_bytes(now);
  for (const StepOp& op : plan.ops) {
    const auto change = [&](MemoryCategory category, int sign) {
      bytes_of(now, category) +=
          sign * element_bytes *
          static_cast<std::int64_t>(plan.unit_elements[static_cast<std::size_t>(op.unit)]);
    };
    switch (op.kind) {
      case OpKind::gather_parameters:
      case OpKind::broadcast_parameters:
      case OpKind::all_reduce_parameters: change(MemoryCategory::gathered_parameters, +1); break;
      case OpKind::release_parameters: change(MemoryCategory::gathered_parameters, -1); break;
      case OpKind::open_bucket: change(MemoryCategory::buckets, +1); break;
      case OpKind::close_bucket: change(MemoryCategory::buckets, -1); break;
      case OpKind::zero_gradients:
      case OpKind::forward:
      case OpKind::backward:
      case OpKind::reduce_scatter_gradients:
      case OpKind::reduce_gradients:
      case OpKind::all_reduce_gradients:
      case OpKind::accumulate_shard:
      case OpKind::gather_norm:
      case OpKind::update:
      case OpKind::all_gather_parameters:
      case OpKind::broadcast_updates:
      case OpKind::all_reduce_updates:
      case OpKind::gather_loss: break;
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
      memory.peak[i] = std::max(memory.peak[i], now[i]);
    }
    memory.peak_total = std::max(memory.peak_total, total_bytes(now));
  }
  return memory;
}

BytesPerParameter bytes_per_parameter(Precision precision) {
  switch (precision) {
    case Precision::f32: return {4, 4, 8};
    case Precision::bf16: return {2, 2, 12};
  }
  throw InvariantError("a Precision without bytes");
}

namespace {

// Bytes per parameter that a stage keeps whole, and that it cuts in N.
struct WholeAndSharded {
  int whole = 0;
  int sharded = 0;
};

WholeAndSharded whole_and_sharded(int stage, Precision precision) {
  const AtRest at_rest = make_plan({stage, 1, 1, false, Precision::f32}, {1}).at_rest;
  const BytesPerParameter bytes = bytes_per_parameter(precision);
  WholeAndSharded sums;
  const auto add = [&](Extent extent, int count) {
    (extent == Extent::whole ? sums.whole : sums.sharded) += count;
  };
  add(at_rest.parameters, bytes.parameter);
  add(at_rest.gradients, bytes.gradient);
  add(at_rest.optimizer, bytes.optimizer);
  return sums;
}

}  // namespace

double state_bytes(int stage, Precision precision, double parameters, double world_size) {
  const auto [whole, sharded] = whole_and_sharded(stage, precision);
  return whole * parameters + sharded * parameters / world_size;
}

std::string state_formula(int stage, Precision precision) {
  const auto [whole, sharded] = whole_and_sharded(stage, precision);
  if (sharded == 0) return fmt::format("{}Ψ", whole);
  if (whole == 0) return fmt::format("{}Ψ/N", sharded);
  return fmt::format("{}Ψ + {}Ψ/N", whole, sharded);
}

}  // namespace zerolab
