// The shape of a byte-level GPT, the named presets, and what a step of one costs.
#pragma once

#include <string_view>
#include <vector>

namespace zerolab {

struct GptConfig {
  int layers = 0;
  int width = 0;    // C: floats per position in the residual stream
  int heads = 0;    // divides width
  int context = 0;  // the longest sequence, in bytes; the position table has so many rows
  static constexpr int vocabulary = 256;  // every byte is a token

  friend bool operator==(const GptConfig&, const GptConfig&) = default;
};

// Throws an input Error that names the field unless all are positive and heads divides width.
void check(const GptConfig& config);

// preset  layers  width  heads  context  parameters
// nano         2     14      2       18      12,516  for tests: its units are of 3,836, 2,534 and
//                                                    3,612 elements, none a multiple of 5 or 8, and
//                                                    only the head's of 3 (it is 258·C = 2·3·43·C)
// tiny         4    128      4      128     875,264
// small        6    384      6      256  10,942,464
// base        12    768     12    1,024  86,235,648
// Throws an input Error that lists the names for any other.
GptConfig gpt_preset(std::string_view name);
std::vector<std::string_view> gpt_preset_names();

// Floating-point operations of one forward and backward over `batch` sequences of `sequence`
// bytes: [6·(12LC² + 256C) + 12·L·T·C]·B·T. A multiplication and an addition count as two; a matrix
// is used once forward and twice backward, hence 6 per weight and byte; attention's two products
// are counted dense (T keys per query), as in Chowdhery et al. 2022 (PaLM), appendix B.
double flops_per_step(const GptConfig& config, int batch, int sequence);

}  // namespace zerolab
