// The parameters of a GPT as units: what is gathered, sharded and updated together.
//
// Unit 0 is "embedding", units 1 to L are "block 0" to "block L-1", the last is "head". Each is one
// flat run of floats; its tensors follow each other without gaps. Matrices are row-major with one
// row per output (out × in, as in PyTorch). Elements per unit, for width C and context T:
//   embedding (256 + T)·C      block 12C² + 13C      head 258·C
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/range.hpp"
#include "core/model/gpt_config.hpp"

namespace zerolab {

struct TensorSpec {
  std::string name;
  std::size_t offset = 0;  // of its first element, within the unit
  std::size_t elements = 0;
  float init_stddev = 0;  // 0: every element starts as init_constant
  float init_constant = 0;
  bool decays = false;  // weight decay: matrices and tables yes, biases and LayerNorm no
};

struct UnitSpec {
  std::string name;
  std::size_t elements = 0;
  std::vector<TensorSpec> tensors;  // in order of offset
};

// Initial deviations as in GPT-2 (Radford et al. 2019): 0.02, and 0.02/√(2L) for the two matrices
// of a block that write to the residual stream.
std::vector<UnitSpec> gpt_units(const GptConfig& config);

// The sum of the units' elements: Ψ.
std::size_t parameter_count(std::span<const UnitSpec> units);

// Initial values of the elements `range` of a unit into `out`, which holds range.size() floats.
// Each is a function of (seed, unit_index, tensor, index) alone, so that a rank makes only its
// shard and gets the bits that any other cut gives.
void initialize_parameters(const UnitSpec& unit, int unit_index, std::uint64_t seed, Range range,
                           std::span<float> out);

}  // namespace zerolab
