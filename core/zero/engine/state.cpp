#include "core/zero/engine/state.hpp"

#include <algorithm>

namespace zerolab {

namespace {

std::size_t batch_bytes(const Gpt& model) {
  return static_cast<std::size_t>(model.batch()) * static_cast<std::size_t>(model.sequence());
}

std::size_t largest_unit(const Gpt& model) {
  std::size_t largest = 0;
  for (const UnitSpec& unit : model.units()) largest = std::max(largest, unit.elements);
  return largest;
}

}  // namespace

TypedSpan own_part(const TrackedBuffer& buffer, DType dtype, Extent extent, Range own) {
  const TypedSpan all = buffer.elements(dtype);
  return extent == Extent::shard ? all : all.sub(own);
}

RankState::RankState(const StepPlan& plan, const Gpt& model, std::uint64_t seed, int rank,
                     Ledger& ledger)
    : parameter_type_(zerolab::parameter_type(plan.config.precision)) {
  using C = MemoryCategory;
  const AtRest& at_rest = plan.at_rest;
  const auto elements_of = [&](C category, std::size_t elements, DType dtype) {
    return ledger.allocate(category, elements * size_bytes(dtype));
  };
  const bool casts = has_master_weights(plan.config.precision);
  const std::size_t largest = casts ? largest_unit(model) : 0;
  cast_parameters_ = elements_of(C::scratch, largest, DType::f32);
  cast_gradients_ = elements_of(C::scratch, largest, DType::f32);
  for (std::size_t u = 0; u < plan.unit_elements.size(); ++u) {
    UnitState unit;
    unit.elements = plan.unit_elements[u];
    unit.own = own_range(plan, static_cast<int>(u), rank);
    unit.parameters_extent = parameters_at_rest(plan, static_cast<int>(u));
    const auto kept = [&](C category, Extent extent, DType dtype) {
      return elements_of(category, extent == Extent::whole ? unit.elements : unit.own.size(),
                         dtype);
    };
    unit.parameters = kept(C::parameters, unit.parameters_extent, parameter_type_);
    unit.gradients = kept(C::gradients, at_rest.gradients, parameter_type_);
    if (casts) unit.master = kept(C::master_weights, at_rest.optimizer, DType::f32);
    unit.momentum = kept(C::momentum, at_rest.optimizer, DType::f32);
    unit.variance = kept(C::variance, at_rest.optimizer, DType::f32);
    initialize(unit, model.units()[u], static_cast<int>(u), seed, at_rest);
    units_.push_back(std::move(unit));
    activations_.push_back(
        elements_of(C::activations, model.activation_elements(static_cast<int>(u)), DType::f32));
    workspace_.activations.push_back(activations_.back().as<float>());
  }
  scratch_ = elements_of(C::scratch, model.scratch_elements(), DType::f32);
  workspace_.scratch = scratch_.as<float>();
  numbers_ = elements_of(C::scratch, static_cast<std::size_t>(plan.config.world_size), DType::f32);
  inputs_ = ledger.allocate(C::scratch, batch_bytes(model));
  targets_ = ledger.allocate(C::scratch, batch_bytes(model));
}

// Makes the elements that this rank keeps and no others. Parameters kept in bf16 are the rounded
// master weights.
void RankState::initialize(UnitState& unit, const UnitSpec& spec, int index, std::uint64_t seed,
                           const AtRest& at_rest) {
  const auto range = [&](Extent extent) {
    return extent == Extent::whole ? Range{0, unit.elements} : unit.own;
  };
  const TypedSpan parameters = unit.parameters.elements(parameter_type_);
  const std::span<float> exact =
      unit.master.exists() ? cast_parameters().first(parameters.elements) : parameters.as<float>();
  initialize_parameters(spec, index, seed, range(unit.parameters_extent), exact);
  if (!unit.master.exists()) return;
  device("cpu").convert(Combine::copy, parameters.data, parameters.dtype, exact.data(), DType::f32,
                        parameters.elements);
  initialize_parameters(spec, index, seed, range(at_rest.optimizer), unit.master.as<float>());
}

WorkspaceBytes workspace_bytes(const Gpt& model, int world_size, Precision precision) {
  std::size_t activations = 0;
  for (std::size_t u = 0; u < model.units().size(); ++u) {
    activations += sizeof(float) * model.activation_elements(static_cast<int>(u));
  }
  const std::size_t casts =
      has_master_weights(precision) ? 2 * sizeof(float) * largest_unit(model) : 0;
  const std::size_t scratch =
      sizeof(float) * (model.scratch_elements() + static_cast<std::size_t>(world_size)) +
      2 * batch_bytes(model) + casts;
  return {static_cast<std::int64_t>(activations), static_cast<std::int64_t>(scratch)};
}

}  // namespace zerolab
