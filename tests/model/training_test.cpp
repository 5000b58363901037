// Forward, backward and update together: a model that learns one batch by heart, and says it back.
#include <algorithm>

#include "core/model/adamw.hpp"
#include "core/model/sample.hpp"
#include "tests/catch.hpp"
#include "tests/model/reference_gpt.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::Trial;

TEST_CASE("nano learns a batch by heart and samples it") {
  const std::string text = "ring all-reduce!\n";  // 16 inputs and the byte after them
  Trial trial(gpt_preset("nano"), 1, 16, 1);
  std::copy_n(text.begin(), 16, trial.inputs.begin());
  std::copy_n(text.begin() + 1, 16, trial.targets.begin());
  std::vector<std::vector<float>> momentum, variance;
  for (std::size_t unit = 0; unit < trial.parameters.size(); ++unit) {
    const UnitSpec& spec = trial.gpt.units()[unit];
    initialize_parameters(spec, static_cast<int>(unit), 1, {0, spec.elements},
                          trial.parameters[unit]);
    momentum.emplace_back(spec.elements);
    variance.emplace_back(spec.elements);
  }

  AdamWConfig config;
  config.learning_rate = 1e-2F;
  std::vector<float> losses;
  for (int step = 1; step <= 200; ++step) {
    for (const auto unit : trial.gradients) std::fill(unit.begin(), unit.end(), 0.0F);
    losses.push_back(trial.forward());
    trial.backward();
    for (std::size_t unit = 0; unit < trial.parameters.size(); ++unit) {
      const UnitSpec& spec = trial.gpt.units()[unit];
      adamw_update_unit(config, step, 1, spec, {0, spec.elements}, trial.parameters[unit],
                        trial.gradients[unit], momentum[unit], variance[unit]);
    }
  }
  CHECK(losses.front() > 5.4);  // ln 256 = 5.545: it knows nothing yet
  CHECK(losses.front() < 5.7);
  CHECK(losses[20] < losses.front());
  CHECK(losses.back() < 0.05);

  const std::vector<std::span<const float>> parameters(trial.parameters.begin(),
                                                       trial.parameters.end());
  SampleOptions options;
  options.bytes = 16;
  options.temperature = 0;
  CHECK(sample_text(trial.gpt.config(), parameters, "r", options) == text);

  options.temperature = 3;
  options.bytes = 60;  // longer than the context
  const std::string once = sample_text(trial.gpt.config(), parameters, "", options);
  CHECK(once.size() == 60);
  CHECK(sample_text(trial.gpt.config(), parameters, "", options) == once);
  options.seed = 1;
  CHECK(sample_text(trial.gpt.config(), parameters, "", options) != once);

  options.temperature = -1;
  CHECK_THROWS_WITH(sample_text(trial.gpt.config(), parameters, "", options),
                    ContainsSubstring("temperature -1"));
}
