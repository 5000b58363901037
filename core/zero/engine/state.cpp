#include "core/zero/engine/state.hpp"

#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

std::size_t batch_bytes(const Gpt& model) {
  return static_cast<std::size_t>(model.batch()) * static_cast<std::size_t>(model.sequence());
}

}  // namespace

std::span<float> own_chunk(const TrackedBuffer& buffer, Extent extent, Range chunk) {
  const std::span<float> all = buffer.as<float>();
  return extent == Extent::shard ? all : all.subspan(chunk.begin, chunk.size());
}

RankState::RankState(const StepPlan& plan, const Gpt& model, std::uint64_t seed, int rank,
                     Ledger& ledger) {
  using C = MemoryCategory;
  const auto floats = [&](C category, std::size_t elements) {
    return ledger.allocate_elements<float>(category, elements);
  };
  for (std::size_t u = 0; u < plan.unit_elements.size(); ++u) {
    UnitState unit;
    unit.elements = plan.unit_elements[u];
    unit.chunk = ChunkLayout{unit.elements, plan.config.world_size}.range(rank);
    const Range whole{0, unit.elements};
    const auto range = [&](Extent extent) { return extent == Extent::whole ? whole : unit.chunk; };
    unit.parameters = floats(C::parameters, range(plan.at_rest.parameters).size());
    unit.gradients = floats(C::gradients, range(plan.at_rest.gradients).size());
    unit.momentum = floats(C::momentum, range(plan.at_rest.optimizer).size());
    unit.variance = floats(C::variance, range(plan.at_rest.optimizer).size());
    initialize_parameters(model.units()[u], static_cast<int>(u), seed,
                          range(plan.at_rest.parameters), unit.parameters.as<float>());
    units_.push_back(std::move(unit));
    activations_.push_back(floats(C::activations, model.activation_elements(static_cast<int>(u))));
    workspace_.activations.push_back(activations_.back().as<float>());
  }
  scratch_ = floats(C::scratch, model.scratch_elements());
  workspace_.scratch = scratch_.as<float>();
  numbers_ = floats(C::scratch, static_cast<std::size_t>(plan.config.world_size));
  inputs_ = ledger.allocate(C::scratch, batch_bytes(model));
  targets_ = ledger.allocate(C::scratch, batch_bytes(model));
}

WorkspaceBytes workspace_bytes(const Gpt& model, int world_size) {
  std::size_t activations = 0;
  for (std::size_t u = 0; u < model.units().size(); ++u) {
    activations += sizeof(float) * model.activation_elements(static_cast<int>(u));
  }
  const std::size_t scratch =
      sizeof(float) * (model.scratch_elements() + static_cast<std::size_t>(world_size)) +
      2 * batch_bytes(model);
  return {static_cast<std::int64_t>(activations), static_cast<std::int64_t>(scratch)};
}

}  // namespace zerolab
