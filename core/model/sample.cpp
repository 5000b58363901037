#include "core/model/sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/model/workspace_memory.hpp"

namespace zerolab {

namespace {

// The byte at which the running sum of e^(logit/temperature) passes `fraction` (0 to 1) of it all.
unsigned char choose(std::span<const float> logits, float temperature, double fraction) {
  const auto likeliest = std::max_element(logits.begin(), logits.end());
  const auto index = static_cast<unsigned char>(likeliest - logits.begin());
  if (temperature == 0) return index;
  std::vector<double> weights;
  double total = 0;
  for (float logit : logits) {
    weights.push_back(std::exp((double{logit} - double{*likeliest}) / double{temperature}));
    total += weights.back();
  }
  double rest = fraction * total;
  for (std::size_t byte = 0; byte < weights.size(); ++byte) {
    rest -= weights[byte];
    if (rest < 0) return static_cast<unsigned char>(byte);
  }
  return index;  // rounding left a crumb
}

}  // namespace

std::string sample_text(const GptConfig& config, std::span<const std::span<const float>> parameters,
                        std::string_view prompt, const SampleOptions& options) {
  if (options.bytes < 0) throw input_error("sample of {} bytes: give at least 0", options.bytes);
  if (!(options.temperature >= 0)) {
    throw input_error("temperature {}: give at least 0", options.temperature);
  }
  const Gpt gpt(config, 1, config.context);
  require(parameters.size() == gpt.units().size(), "the parameters of every unit are there");
  const WorkspaceMemory memory(gpt);

  std::string text = prompt.empty() ? "\n" : std::string(prompt);
  const auto context = static_cast<std::size_t>(config.context);
  const std::vector<unsigned char> targets(context, 0);  // the loss is not looked at
  for (int i = 0; i < options.bytes; ++i) {
    // Bytes after the last are padding, which the causal mask hides from it.
    const std::size_t length = std::min(text.size(), context);
    std::vector<unsigned char> window(context, 0);
    std::copy(text.end() - static_cast<std::ptrdiff_t>(length), text.end(), window.begin());
    const Batch batch{1, config.context, window, targets};
    for (std::size_t unit = 0; unit < parameters.size(); ++unit) {
      gpt.forward(static_cast<int>(unit), parameters[unit], batch, memory.workspace());
    }
    const std::span<const float> logits =
        gpt.logits(memory.workspace())
            .subspan((length - 1) * GptConfig::vocabulary, GptConfig::vocabulary);
    const std::uint64_t bits = mix(mix(options.seed) + static_cast<std::uint64_t>(i));
    text += static_cast<char>(
        choose(logits, options.temperature, static_cast<double>(bits >> 11) * 0x1p-53));
  }
  return prompt.empty() ? text.substr(1) : text;
}

}  // namespace zerolab
