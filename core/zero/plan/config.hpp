// What a run of ZeRO is asked for: numbers and choices, no buffers.
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "core/base/names.hpp"

namespace zerolab {

// Bytes per parameter of (parameter, gradient, optimizer state):
//   f32   4 + 4 + 8    the parameter itself is the master copy; momentum and variance
//   bf16  2 + 2 + 12   and an fp32 master weight, momentum and variance: the mixed precision that
//                      the ZeRO paper calls K = 12 (Rajbhandari et al. 2020, section 3.1)
enum class Precision { f32, bf16 };

// Whether an fp32 copy of the parameters is kept for the optimizer.
bool has_master_weights(Precision precision);

// A parameter's and its gradient's type, as they are kept and sent.
DType parameter_type(Precision precision);

std::string_view to_string(Precision precision);   // "fp32", "bf16"
Precision parse_precision(std::string_view name);  // input Error for another name

// Which part of a unit belongs to a rank, in stages 1 to 3:
//   sliced  every rank has 1/N of every unit, chunk r of it
//   owner   every unit belongs to one rank as a whole, dealt so that the ranks' sums balance: what
//           the ZeRO paper describes, and DeepSpeed's stage 3 does not do
enum class Partition { sliced, owner };

std::string_view to_string(Partition partition);   // "sliced", "owner"
Partition parse_partition(std::string_view name);  // input Error for another name

// How stages 1 to 3 sum gradients over ranks so that every rank has the sum of what is its own.
// Stage 0 always all-reduces.
enum class GradientMove {
  reduce_scatter,  // of the unit: x each way
  all_reduce,      // of the unit, then each keeps its own part: 2x
  reduce           // one per owner, of what is its own: x
};

// How a unit's parameters become whole on every rank.
enum class ParameterMove {
  all_gather,  // of the unit: x each way
  broadcast,   // one per owner, of what is its own: x
  all_reduce   // of the unit, zeros for what belongs to others: 2x
};

std::string_view to_string(GradientMove move);   // "reduce-scatter", "all-reduce", "reduce"
std::string_view to_string(ParameterMove move);  // "all-gather", "broadcast", "all-reduce"
GradientMove parse_gradient_move(std::string_view name);
ParameterMove parse_parameter_move(std::string_view name);

struct ZeroConfig {
  int stage = 0;        // 0: data parallelism; 1: optimizer sharded; 2: and gradients; 3: and all
  int world_size = 1;   // N
  int micro_steps = 1;  // M: forward and backward passes per update
  bool clip = true;     // the gradient's global norm is computed and used
  Precision precision = Precision::f32;
  Partition partition = Partition::sliced;
  GradientMove gradients = GradientMove::reduce_scatter;
  ParameterMove parameters = ParameterMove::all_gather;
  // Stage 3: units of fewer elements stay whole on every rank, in order, as long as all that do
  // have at most persistence_limit elements together. 0: none.
  std::size_t persistence_threshold = 0;
  std::size_t persistence_limit = std::numeric_limits<std::size_t>::max();

  friend bool operator==(const ZeroConfig&, const ZeroConfig&) = default;
};

// A plan lists every operation of every micro-step.
inline constexpr int max_micro_steps = 10'000;

// Throws an input Error for a stage outside 0 … 3, a world size or micro-steps out of range, a
// whole unit per owner in stage 0 or with a move that cuts units (reduce-scatter, all-gather), and
// a persistence threshold outside stage 3.
void check(const ZeroConfig& config);

}  // namespace zerolab
