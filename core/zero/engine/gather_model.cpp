#include "core/zero/engine/gather_model.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"

namespace zerolab {

namespace {

long hash_of(TypedSpan parameters, std::span<const float> master) {
  Fnv1a hash;
  hash.add(parameters.data, parameters.elements * size_bytes(parameters.dtype));
  hash.add(master.data(), master.size_bytes());
  return static_cast<long>(hash.value());
}

}  // namespace

std::string weights_hash(Engine& engine) {
  const StepPlan& plan = engine.plan();
  const RankState& state = engine.state();
  const int n = plan.config.world_size;
  const int rank = engine.collectives().rank();
  Fnv1a model;
  for (int u = 0; u < state.unit_count(); ++u) {
    const UnitState& unit = state.unit(u);
    const auto own = [&](int owner) {
      return own_part(unit.parameters, state.parameter_type(), unit.parameters_extent,
                      own_range(plan, u, owner));
    };
    const auto master =
        unit.master.exists()
            ? own_part(unit.master, DType::f32, plan.at_rest.optimizer, unit.own).as<float>()
            : std::span<float>();
    std::vector<long> hashes(static_cast<std::size_t>(n));
    hashes[static_cast<std::size_t>(rank)] = hash_of(own(rank), master);
    engine.collectives().all_gather(std::span<long>(hashes), "weight hashes");
    model.add(hashes.data(), hashes.size() * sizeof(long));

    // Whole parameters at rest: is this rank's copy of the others' parts theirs?
    hashes[static_cast<std::size_t>(rank)] = hash_of(own(rank), {});
    engine.collectives().all_gather(std::span<long>(hashes), "parameter hashes");
    for (int owner = 0; unit.parameters_extent == Extent::whole && owner < n; ++owner) {
      if (hash_of(own(owner), {}) != hashes[static_cast<std::size_t>(owner)]) {
        throw failure("rank {}'s copy of rank {}'s part of unit {} differs from rank {}'s own",
                      rank, owner, u, owner);
      }
    }
  }
  return model.hex();
}

std::vector<Buffer> gather_model(Engine& engine) {
  const RankState& state = engine.state();
  const DType dtype = state.parameter_type();
  Device& cpu = device("cpu");
  std::vector<Buffer> units;
  for (int u = 0; u < state.unit_count(); ++u) {
    const UnitState& unit = state.unit(u);
    const Buffer kept(cpu, unit.elements * size_bytes(dtype));
    const TypedSpan whole(kept.as<std::byte>().data(), unit.elements, dtype);
    const TypedSpan own = own_part(unit.parameters, dtype, unit.parameters_extent, unit.own);
    cpu.combine(Combine::copy, whole.sub(unit.own).data, own.data, own.elements, dtype);
    if (engine.plan().owners.empty()) {
      engine.collectives().all_gather(whole, "whole model");
    } else {
      engine.collectives().broadcast(whole, engine.plan().owners[static_cast<std::size_t>(u)],
                                     "whole model");
    }
    units.emplace_back(cpu, unit.elements * sizeof(float));
    cpu.convert(Combine::copy, units.back().as<float>().data(), DType::f32, whole.data, dtype,
                unit.elements);
  }
  return units;
}

}  // namespace zerolab
