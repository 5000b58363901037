// A training step as data: the operations of one step, in order, the same on every rank.
//
// make_plan builds it from a ZeroConfig and unit sizes. Its readers know nothing of each other:
// the engine trains with it, and verify, count, memory and text read it without running anything.
// A unit is what is gathered together: the embedding, each block, the head.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/names.hpp"
#include "core/base/range.hpp"
#include "core/zero/plan/config.hpp"

namespace zerolab {

enum class OpKind {
  zero_gradients,            // the gradients at rest become 0
  gather_parameters,         // a unit's shards → its whole parameters, in transient memory
  broadcast_parameters,      // the same by broadcasts, one per owner
  all_reduce_parameters,     // the same by an all-reduce, in which others' parts are zeros
  forward,                   // of one unit
  backward,                  // of one unit: adds to its bucket, or to its whole gradients at rest
  release_parameters,        // gives a gathered unit's memory back
  open_bucket,               // transient memory for a unit's whole gradient, zeros
  reduce_scatter_gradients,  // sums over ranks; each is left with its own part of the sum
  reduce_gradients,          // the same by reduces, one per owner
  all_reduce_gradients,      // sums over ranks; each is left with the whole sum
  accumulate_shard,          // adds the own part of the bucket to the gradient shard at rest
  close_bucket,              // gives the bucket's memory back
  gather_norm,               // N numbers: each rank's sum of squares; gives the clip factor
  update,                    // AdamW on what the optimizer state at rest covers
  all_gather_parameters,     // each rank's updated part → the whole parameters at rest
  broadcast_updates,         // the same by broadcasts, one per owner
  all_reduce_updates,        // the same by an all-reduce, in which others' parts are zeros
  gather_loss                // N numbers: each rank's mean loss
};

inline constexpr std::array all_op_kinds{OpKind::zero_gradients,
                                         OpKind::gather_parameters,
                                         OpKind::broadcast_parameters,
                                         OpKind::all_reduce_parameters,
                                         OpKind::forward,
                                         OpKind::backward,
                                         OpKind::release_parameters,
                                         OpKind::open_bucket,
                                         OpKind::reduce_scatter_gradients,
                                         OpKind::reduce_gradients,
                                         OpKind::all_reduce_gradients,
                                         OpKind::accumulate_shard,
                                         OpKind::close_bucket,
                                         OpKind::gather_norm,
                                         OpKind::update,
                                         OpKind::all_gather_parameters,
                                         OpKind::broadcast_updates,
                                         OpKind::all_reduce_updates,
                                         OpKind::gather_loss};

std::string_view to_string(OpKind kind);  // "gather-parameters"

// Whether an operation is of one unit, and of one micro-step.
bool concerns_a_unit(OpKind kind);
bool concerns_a_micro_step(OpKind kind);

// The collective that an operation issues, if any.
std::optional<Collective> collective_of(OpKind kind);

struct StepOp {
  OpKind kind = OpKind::forward;
  int unit = -1;        // -1 where the operation is not of one unit
  int micro_step = -1;  // -1 where the operation is not of one micro-step

  friend bool operator==(const StepOp&, const StepOp&) = default;
};

// What an operation does with whole parameters in transient memory, and with the sum over ranks.
bool gathers_parameters(OpKind kind);   // makes them: gather, broadcast, all-reduce
bool restores_parameters(OpKind kind);  // makes those at rest whole again after the update

// What a rank keeps between steps: all of it, or its own part of every unit (own_range).
enum class Extent { whole, shard };

struct AtRest {
  Extent parameters = Extent::whole;
  Extent gradients = Extent::whole;
  Extent optimizer = Extent::whole;

  friend bool operator==(const AtRest&, const AtRest&) = default;
};

struct StepPlan {
  ZeroConfig config;
  std::vector<std::size_t> unit_elements;  // parameters of each unit; their sum is Ψ
  AtRest at_rest;
  std::vector<StepOp> ops;
  std::vector<int> owners{};      // [unit]: its rank in the owner partition; empty: sliced
  std::vector<int> persistent{};  // units whose parameters stay whole all the same, ascending

  friend bool operator==(const StepPlan&, const StepPlan&) = default;
};

// The elements of a unit that belong to a rank: chunk `rank` of N, or all or none of it.
Range own_range(const StepPlan& plan, int unit, int rank);

// at_rest.parameters, but for persistent units.
Extent parameters_at_rest(const StepPlan& plan, int unit);

// Deals units to ranks: the largest first, each to the rank that has the least so far (the lowest
// of several). No rank then has more than 4/3 - 1/(3N) times what the best dealing would give the
// fullest (Graham 1969). Returns the rank of each unit.
std::vector<int> deal_units(const std::vector<std::size_t>& unit_elements, int world_size);

// The one reader of config.stage. Per step, per rank, each way, with x = Σ over units of a ring's
// reduce-scatter (Ψ(N-1)/N for even chunks):
//   stage 0  all-reduce at the boundary                                            2x
//   stage 1  reduce-scatter at the boundary, all-gather after the update           2x
//   stage 2  reduce-scatter in every micro-step, all-gather after the update   (M+1)x
//   stage 3  all-gather before each forward and backward, reduce-scatter after    3Mx
// An all-reduce in place of any of these moves twice as much; reduces and broadcasts, one per
// owner, as much. With whole units per owner x is Ψ less what a rank owns, or what its neighbour
// owns. Throws an input Error for a config that check() refuses or without units.
StepPlan make_plan(const ZeroConfig& config, std::vector<std::size_t> unit_elements);

}  // namespace zerolab
