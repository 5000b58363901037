#include "core/model/gpt_config.hpp"

#include <array>

#include <fmt/ranges.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

struct Preset {
  std::string_view name;
  GptConfig config;
};

constexpr std::array presets{Preset{"nano", {2, 14, 2, 18}}, Preset{"tiny", {4, 128, 4, 128}},
                             Preset{"small", {6, 384, 6, 256}},
                             Preset{"base", {12, 768, 12, 1024}}};

void check_positive(int value, std::string_view field) {
  if (value < 1) throw input_error("model {}: {} is below 1; give at least 1", field, value);
}

}  // namespace

void check(const GptConfig& config) {
  check_positive(config.layers, "layers");
  check_positive(config.width, "width");
  check_positive(config.heads, "heads");
  check_positive(config.context, "context");
  if (config.width % config.heads != 0) {
    throw input_error("model width {} does not divide into {} heads; make it a multiple of {}",
                      config.width, config.heads, config.heads);
  }
}

GptConfig gpt_preset(std::string_view name) {
  for (const Preset& preset : presets) {
    if (preset.name == name) return preset.config;
  }
  throw input_error("no model named '{}'; there are {}", name, fmt::join(gpt_preset_names(), ", "));
}

std::vector<std::string_view> gpt_preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  return names;
}

double flops_per_step(const GptConfig& config, int batch, int sequence) {
  const double layers = config.layers;
  const double width = config.width;
  const double matrix_elements =
      12 * layers * width * width + GptConfig::vocabulary * width;  // those used in products
  const double attention = 12 * layers * sequence * width;
  return (6 * matrix_elements + attention) * batch * sequence;
}

}  // namespace zerolab
