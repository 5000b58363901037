#include "core/zero/engine/gather_model.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

long hash_of(std::span<const float> values) {
  Fnv1a hash;
  hash.add(values.data(), values.size_bytes());
  return static_cast<long>(hash.value());
}

}  // namespace

std::string weights_hash(Engine& engine) {
  const StepPlan& plan = engine.plan();
  const Extent extent = plan.at_rest.parameters;
  const int n = plan.config.world_size;
  const int rank = engine.collectives().rank();
  Fnv1a model;
  for (int u = 0; u < engine.state().unit_count(); ++u) {
    const UnitState& unit = engine.state().unit(u);
    std::vector<long> hashes(static_cast<std::size_t>(n));
    hashes[static_cast<std::size_t>(rank)] =
        hash_of(own_chunk(unit.parameters, extent, unit.chunk));
    engine.collectives().all_gather(std::span<long>(hashes), "weight hashes");
    for (int owner = 0; extent == Extent::whole && owner < n; ++owner) {
      const Range chunk = ChunkLayout{unit.elements, n}.range(owner);
      if (hash_of(own_chunk(unit.parameters, extent, chunk)) !=
          hashes[static_cast<std::size_t>(owner)]) {
        throw failure("rank {}'s copy of chunk {} of unit {} differs from rank {}'s, its owner's",
                      rank, owner, u, owner);
      }
    }
    model.add(hashes.data(), hashes.size() * sizeof(long));
  }
  return model.hex();
}

std::vector<Buffer> gather_model(Engine& engine) {
  std::vector<Buffer> units;
  for (int u = 0; u < engine.state().unit_count(); ++u) {
    const UnitState& unit = engine.state().unit(u);
    Buffer whole(device("cpu"), unit.elements * sizeof(float));
    const std::span<float> all = whole.as<float>();
    std::ranges::copy(own_chunk(unit.parameters, engine.plan().at_rest.parameters, unit.chunk),
                      all.begin() + static_cast<std::ptrdiff_t>(unit.chunk.begin));
    engine.collectives().all_gather(all, "whole model");
    units.push_back(std::move(whole));
  }
  return units;
}

}  // namespace zerolab
