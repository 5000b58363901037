// What one rank holds while it trains: its state at rest as the plan's extents say, and the
// workspace of its batch. A rank allocates, and initializes, nothing that it may not keep.
#pragma once

#include <vector>

#include "core/device/typed_span.hpp"
#include "core/model/gpt.hpp"
#include "core/zero/engine/ledger.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

// One unit on one rank. Buffers of extent `shard` hold the elements `own` alone.
struct UnitState {
  std::size_t elements = 0;
  Range own;                                 // this rank's part, within the unit
  Extent parameters_extent = Extent::whole;  // of the parameters at rest
  TrackedBuffer parameters, gradients;       // at rest, of the parameters' type
  TrackedBuffer master, momentum, variance;  // at rest, fp32; no master in fp32
  TrackedBuffer gathered;                    // whole parameters, between gather and release
  TrackedBuffer bucket;                      // whole gradient, between open and close
};

// The elements of a buffer at rest that belong to the range `own`.
TypedSpan own_part(const TrackedBuffer& buffer, DType dtype, Extent extent, Range own);

class RankState {
 public:
  // Parameters get their initial values: functions of (seed, unit, tensor, index).
  RankState(const StepPlan& plan, const Gpt& model, std::uint64_t seed, int rank, Ledger& ledger);

  UnitState& unit(int index) { return units_[static_cast<std::size_t>(index)]; }
  const UnitState& unit(int index) const { return units_[static_cast<std::size_t>(index)]; }
  int unit_count() const { return static_cast<int>(units_.size()); }
  DType parameter_type() const { return parameter_type_; }

  // fp32 room for one unit's parameters, and for its gradient; empty in fp32, where the model works
  // on what is kept.
  std::span<float> cast_parameters() const { return cast_parameters_.as<float>(); }
  std::span<float> cast_gradients() const { return cast_gradients_.as<float>(); }

  const Gpt::Workspace& workspace() const { return workspace_; }
  std::span<float> numbers() const { return numbers_.as<float>(); }  // one per rank
  std::span<unsigned char> inputs() const { return inputs_.as<unsigned char>(); }
  std::span<unsigned char> targets() const { return targets_.as<unsigned char>(); }

 private:
  void initialize(UnitState& unit, const UnitSpec& spec, int index, std::uint64_t seed,
                  const AtRest& at_rest);

  DType parameter_type_;
  std::vector<UnitState> units_;
  std::vector<TrackedBuffer> activations_;  // per unit
  TrackedBuffer cast_parameters_, cast_gradients_, scratch_, numbers_, inputs_, targets_;
  Gpt::Workspace workspace_;
};

// What a RankState allocates besides state at rest, for the plan's memory reader:
// activations 4·Σ activation_elements(u); scratch 4·scratch_elements + 4·N + 2·batch·sequence, and
// in bf16 8·(the largest unit) for the casts to fp32.
WorkspaceBytes workspace_bytes(const Gpt& model, int world_size, Precision precision);

}  // namespace zerolab
