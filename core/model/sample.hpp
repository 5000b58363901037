// Text from a trained model.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/model/gpt_config.hpp"

namespace zerolab {

struct SampleOptions {
  int bytes = 200;           // how many to generate
  float temperature = 0.8F;  // logits are divided by it; 0 takes the likeliest byte
  std::uint64_t seed = 0;
};

// Continues `prompt` (returned first) byte by byte. `parameters` holds every unit, whole. Each byte
// costs a forward pass over the last `context` bytes; nothing is kept from one to the next.
// An empty prompt stands for one newline, which is not returned. Throws an input Error for a
// negative count or temperature.
std::string sample_text(const GptConfig& config, std::span<const std::span<const float>> parameters,
                        std::string_view prompt, const SampleOptions& options);

}  // namespace zerolab
