#include "core/zero/plan/step_plan.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/error.hpp"
#include "core/schedule/layout.hpp"

namespace zerolab {

std::string_view to_string(Precision precision) {
  switch (precision) {
    case Precision::f32: return "fp32";
    case Precision::bf16: return "bf16";
  }
  throw InvariantError("a Precision without a name");
}

bool has_master_weights(Precision precision) {
  return parameter_type(precision) != DType::f32;
}

DType parameter_type(Precision precision) {
  switch (precision) {
    case Precision::f32: return DType::f32;
    case Precision::bf16: return DType::bf16;
  }
  throw InvariantError("a Precision without a type");
}

Precision parse_precision(std::string_view name) {
  for (const Precision precision : {Precision::f32, Precision::bf16}) {
    if (to_string(precision) == name) return precision;
  }
  throw input_error("unknown precision '{}': it may be fp32, bf16", name);
}

void check(const ZeroConfig& config) {
  if (config.stage < 0 || config.stage > 3) {
    throw input_error("stage {}: ZeRO has stages 0 to 3", config.stage);
  }
  if (config.world_size < 1) {
    throw input_error("{} ranks: at least 1 is needed", config.world_size);
  }
  if (config.micro_steps < 1) {
    throw input_error("{} micro-steps: at least 1 is needed", config.micro_steps);
  }
  if (config.micro_steps > max_micro_steps) {
    throw input_error("{} micro-steps: a step's plan may have up to {}; take fewer",
                      config.micro_steps, max_micro_steps);
  }
  if (config.partition == Partition::owner) {
    if (config.stage == 0) {
      throw input_error("stage 0 has no partition: whole units per owner are for stages 1 to 3");
    }
    if (config.gradients == GradientMove::reduce_scatter) {
      throw input_error("reduce-scatter cuts units, the owner partition does not: take reduce");
    }
    if (config.parameters == ParameterMove::all_gather) {
      throw input_error("all-gather cuts units, the owner partition does not: take broadcast");
    }
  }
  if (config.persistence_threshold > 0 && config.stage != 3) {
    throw input_error(
        "persistence threshold {} in stage {}: parameters are sharded in stage 3 only",
        config.persistence_threshold, config.stage);
  }
}

std::string_view to_string(Partition partition) {
  switch (partition) {
    case Partition::sliced: return "sliced";
    case Partition::owner: return "owner";
  }
  throw InvariantError("a Partition without a name");
}

std::string_view to_string(GradientMove move) {
  switch (move) {
    case GradientMove::reduce_scatter: return "reduce-scatter";
    case GradientMove::all_reduce: return "all-reduce";
    case GradientMove::reduce: return "reduce";
  }
  throw InvariantError("a GradientMove without a name");
}

std::string_view to_string(ParameterMove move) {
  switch (move) {
    case ParameterMove::all_gather: return "all-gather";
    case ParameterMove::broadcast: return "broadcast";
    case ParameterMove::all_reduce: return "all-reduce";
  }
  throw InvariantError("a ParameterMove without a name");
}

namespace {

template <typename Enum, std::size_t count>
Enum parse_name(std::string_view what, std::string_view name, const std::array<Enum, count>& all) {
  std::string names;
  for (const Enum value : all) {
    if (to_string(value) == name) return value;
    names += (names.empty() ? "" : ", ") + std::string(to_string(value));
  }
  throw input_error("unknown {} '{}': it may be {}", what, name, names);
}

}  // namespace

Partition parse_partition(std::string_view name) {
  return parse_name("partition", name, std::array{Partition::sliced, Partition::owner});
}

GradientMove parse_gradient_move(std::string_view name) {
  return parse_name(
      "collective for gradients", name,
      std::array{GradientMove::reduce_scatter, GradientMove::all_reduce, GradientMove::reduce});
}

ParameterMove parse_parameter_move(std::string_view name) {
  return parse_name(
      "collective for parameters", name,
      std::array{ParameterMove::all_gather, ParameterMove::broadcast, ParameterMove::all_reduce});
}

std::string_view to_string(OpKind kind) {
  switch (kind) {
    case OpKind::zero_gradients: return "zero-gradients";
    case OpKind::gather_parameters: return "gather-parameters";
    case OpKind::broadcast_parameters: return "broadcast-parameters";
    case OpKind::all_reduce_parameters: return "all-reduce-parameters";
    case OpKind::forward: return "forward";
    case OpKind::backward: return "backward";
    case OpKind::release_parameters: return "release-parameters";
    case OpKind::open_bucket: return "open-bucket";
    case OpKind::reduce_scatter_gradients: return "reduce-scatter-gradients";
    case OpKind::reduce_gradients: return "reduce-gradients";
    case OpKind::all_reduce_gradients: return "all-reduce-gradients";
    case OpKind::accumulate_shard: return "accumulate-shard";
    case OpKind::close_bucket: return "close-bucket";
    case OpKind::gather_norm: return "gather-norm";
    case OpKind::update: return "update";
    case OpKind::all_gather_parameters: return "all-gather-parameters";
    case OpKind::broadcast_updates: return "broadcast-updates";
    case OpKind::all_reduce_updates: return "all-reduce-updates";
    case OpKind::gather_loss: return "gather-loss";
  }
  throw InvariantError("an OpKind without a name");
}

bool concerns_a_unit(OpKind kind) {
  switch (kind) {
    case OpKind::gather_parameters:
    case OpKind::broadcast_parameters:
    case OpKind::all_reduce_parameters:
    case OpKind::forward:
    case OpKind::backward:
    case OpKind::release_parameters:
    case OpKind::open_bucket:
    case OpKind::reduce_scatter_gradients:
    case OpKind::reduce_gradients:
    case OpKind::all_reduce_gradients:
    case OpKind::accumulate_shard:
    case OpKind::close_bucket:
    case OpKind::update:
    case OpKind::all_gather_parameters:
    case OpKind::broadcast_updates:
    case OpKind::all_reduce_updates: return true;
    case OpKind::zero_gradients:
    case OpKind::gather_norm:
    case OpKind::gather_loss: return false;
  }
  throw InvariantError("an OpKind of which nobody said whether it is of one unit");
}

bool concerns_a_micro_step(OpKind kind) {
  return kind == OpKind::forward || kind == OpKind::backward;
}

std::optional<Collective> collective_of(OpKind kind) {
  switch (kind) {
    case OpKind::gather_parameters:
    case OpKind::all_gather_parameters:
    case OpKind::gather_norm:
    case OpKind::gather_loss: return Collective::all_gather;
    case OpKind::reduce_scatter_gradients: return Collective::reduce_scatter;
    case OpKind::reduce_gradients: return Collective::reduce;
    case OpKind::broadcast_parameters:
    case OpKind::broadcast_updates: return Collective::broadcast;
    case OpKind::all_reduce_gradients:
    case OpKind::all_reduce_parameters:
    case OpKind::all_reduce_updates: return Collective::all_reduce;
    case OpKind::zero_gradients:
    case OpKind::forward:
    case OpKind::backward:
    case OpKind::release_parameters:
    case OpKind::open_bucket:
    case OpKind::accumulate_shard:
    case OpKind::close_bucket:
    case OpKind::update: return std::nullopt;
  }
  throw InvariantError("an OpKind of which nobody said what it sends");
}

bool gathers_parameters(OpKind kind) {
  return kind == OpKind::gather_parameters || kind == OpKind::broadcast_parameters ||
         kind == OpKind::all_reduce_parameters;
}

bool restores_parameters(OpKind kind) {
  return kind == OpKind::all_gather_parameters || kind == OpKind::broadcast_updates ||
         kind == OpKind::all_reduce_updates;
}

Range own_range(const StepPlan& plan, int unit, int rank) {
  const std::size_t elements = plan.unit_elements[static_cast<std::size_t>(unit)];
  if (plan.owners.empty()) return ChunkLayout{elements, plan.config.world_size}.range(rank);
  return {0, plan.owners[static_cast<std::size_t>(unit)] == rank ? elements : 0};
}

Extent parameters_at_rest(const StepPlan& plan, int unit) {
  return std::ranges::binary_search(plan.persistent, unit) ? Extent::whole
                                                           : plan.at_rest.parameters;
}

std::vector<int> deal_units(const std::vector<std::size_t>& unit_elements, int world_size) {
  std::vector<std::size_t> by_size(unit_elements.size());
  std::iota(by_size.begin(), by_size.end(), std::size_t{0});
  std::ranges::stable_sort(
      by_size, [&](std::size_t a, std::size_t b) { return unit_elements[a] > unit_elements[b]; });
  std::vector<int> owners(unit_elements.size());
  std::vector<std::size_t> owned(static_cast<std::size_t>(world_size));
  for (const std::size_t unit : by_size) {
    const auto least = std::ranges::min_element(owned);
    *least += unit_elements[unit];
    owners[unit] = static_cast<int>(least - owned.begin());
  }
  return owners;
}

}  // namespace zerolab
