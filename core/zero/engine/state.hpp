// What one rank holds while it trains: its state at rest as the plan's extents say, and the
// workspace of its batch. A rank allocates, and initializes, nothing that it may not keep.
#pragma once

#include <vector>

#include "core/model/gpt.hpp"
#include "core/zero/engine/ledger.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

// One unit on one rank. Buffers of extent `shard` hold the elements `chunk` alone.
struct UnitState {
  std::size_t elements = 0;
  Range chunk;                                              // this rank's, within the unit
  TrackedBuffer parameters, gradients, momentum, variance;  // at rest
  TrackedBuffer gathered;  // whole parameters, between gather and release
  TrackedBuffer bucket;    // whole gradient, between open and close
};

// The elements of a buffer at rest that belong to `chunk`.
std::span<float> own_chunk(const TrackedBuffer& buffer, Extent extent, Range chunk);

class RankState {
 public:
  // Parameters get their initial values: functions of (seed, unit, tensor, index).
  RankState(const StepPlan& plan, const Gpt& model, std::uint64_t seed, int rank, Ledger& ledger);

  UnitState& unit(int index) { return units_[static_cast<std::size_t>(index)]; }
  const UnitState& unit(int index) const { return units_[static_cast<std::size_t>(index)]; }
  int unit_count() const { return static_cast<int>(units_.size()); }

  const Gpt::Workspace& workspace() const { return workspace_; }
  std::span<float> numbers() const { return numbers_.as<float>(); }  // one per rank
  std::span<unsigned char> inputs() const { return inputs_.as<unsigned char>(); }
  std::span<unsigned char> targets() const { return targets_.as<unsigned char>(); }

 private:
  std::vector<UnitState> units_;
  std::vector<TrackedBuffer> activations_;  // per unit
  TrackedBuffer scratch_, numbers_, inputs_, targets_;
  Gpt::Workspace workspace_;
};

// What a RankState allocates besides state at rest, for the plan's memory reader:
// activations 4·Σ activation_elements(u); scratch 4·scratch_elements + 4·N + 2·batch·sequence.
WorkspaceBytes workspace_bytes(const Gpt& model, int world_size);

}  // namespace zerolab
