#include "core/zero/plan/step_plan.hpp"

#include "core/base/error.hpp"

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
}

std::string_view to_string(OpKind kind) {
  switch (kind) {
    case OpKind::zero_gradients: return "zero-gradients";
    case OpKind::gather_parameters: return "gather-parameters";
    case OpKind::forward: return "forward";
    case OpKind::backward: return "backward";
    case OpKind::release_parameters: return "release-parameters";
    case OpKind::open_bucket: return "open-bucket";
    case OpKind::reduce_scatter_gradients: return "reduce-scatter-gradients";
    case OpKind::all_reduce_gradients: return "all-reduce-gradients";
    case OpKind::accumulate_shard: return "accumulate-shard";
    case OpKind::close_bucket: return "close-bucket";
    case OpKind::gather_norm: return "gather-norm";
    case OpKind::update: return "update";
    case OpKind::all_gather_parameters: return "all-gather-parameters";
    case OpKind::gather_loss: return "gather-loss";
  }
  throw InvariantError("an OpKind without a name");
}

bool concerns_a_unit(OpKind kind) {
  switch (kind) {
    case OpKind::gather_parameters:
    case OpKind::forward:
    case OpKind::backward:
    case OpKind::release_parameters:
    case OpKind::open_bucket:
    case OpKind::reduce_scatter_gradients:
    case OpKind::all_reduce_gradients:
    case OpKind::accumulate_shard:
    case OpKind::close_bucket:
    case OpKind::update:
    case OpKind::all_gather_parameters: return true;
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
    case OpKind::all_reduce_gradients: return Collective::all_reduce;
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

}  // namespace zerolab
