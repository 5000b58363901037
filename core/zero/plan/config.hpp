// What a run of ZeRO is asked for: numbers and choices, no buffers.
#pragma once

#include <cstddef>
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

struct ZeroConfig {
  int stage = 0;        // 0: data parallelism; 1: optimizer sharded; 2: and gradients; 3: and all
  int world_size = 1;   // N
  int micro_steps = 1;  // M: forward and backward passes per update
  bool clip = true;     // the gradient's global norm is computed and used
  Precision precision = Precision::f32;

  friend bool operator==(const ZeroConfig&, const ZeroConfig&) = default;
};

// Throws an input Error for a stage outside 0 … 3, or a world size or micro-steps below 1.
void check(const ZeroConfig& config);

}  // namespace zerolab
