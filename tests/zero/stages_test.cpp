// Stages 0 to 3 train the same model, bit for bit, and the model that one rank alone would train
// on the whole batch.
#include <cmath>
#include <cstring>

#include "core/transport/registry.hpp"
#include "core/zero/engine/gather_model.hpp"
#include "tests/catch.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::nano_run;
using test::small_corpus;

namespace {

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("losses and weights are bitwise equal in all stages and both precisions") {
  const Corpus corpus = small_corpus();
  for (const Precision precision : {Precision::f32, Precision::bf16}) {
    for (const int n : {1, 2, 3, 4, 8}) {
      const TrainReport reference = train(nano_run(0, n, 1, 4, precision), corpus);
      CHECK(reference.gradient_norms[0] > 0.5F);  // so clipping is at work
      for (int stage = 1; stage <= 3; ++stage) {
        const TrainReport report = train(nano_run(stage, n, 1, 4, precision), corpus);
        INFO(to_string(precision) << " stage " << stage << " N = " << n);
        CHECK(same_bits(report.losses, reference.losses));
        CHECK(same_bits(report.gradient_norms, reference.gradient_norms));
        CHECK(report.weights_hash == reference.weights_hash);
      }
    }
  }
}

TEST_CASE("bf16 with three micro-steps agrees bitwise in stages 0 and 1 and in 2 and 3") {
  const Corpus corpus = small_corpus();
  for (const auto& [a, b] : {std::pair(0, 1), std::pair(2, 3)}) {
    const TrainReport first = train(nano_run(a, 4, 3, 4, Precision::bf16), corpus);
    const TrainReport second = train(nano_run(b, 4, 3, 4, Precision::bf16), corpus);
    CHECK(same_bits(first.losses, second.losses));
    CHECK(first.weights_hash == second.weights_hash);
  }
}

// bfloat16 rounds to 8 bits: one part in 256 at most, at each hop and each cast. The losses of ten
// steps stay within 1 % of fp32's, and are not the same.
TEST_CASE("bf16 trains what fp32 trains to its own precision") {
  const Corpus corpus = small_corpus();
  const TrainReport exact = train(nano_run(3, 4, 1, 10), corpus);
  const TrainReport rounded = train(nano_run(3, 4, 1, 10, Precision::bf16), corpus);
  for (std::size_t step = 0; step < 10; ++step) {
    CHECK(std::fabs(rounded.losses[step] - exact.losses[step]) < 0.01F * exact.losses[step]);
  }
  CHECK_FALSE(same_bits(rounded.losses, exact.losses));
  CHECK(exact.losses[9] < exact.losses[0]);
  CHECK(rounded.losses[9] < rounded.losses[0]);
}

TEST_CASE("with three micro-steps stages 0 and 1 agree bitwise and so do 2 and 3") {
  const Corpus corpus = small_corpus();
  for (const int n : {1, 2, 3, 4, 8}) {
    std::vector<TrainReport> reports;
    for (int stage = 0; stage <= 3; ++stage) {
      reports.push_back(train(nano_run(stage, n, 3), corpus));
    }
    INFO("N = " << n);
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(2, 3)}) {
      const TrainReport& first = reports[static_cast<std::size_t>(a)];
      const TrainReport& second = reports[static_cast<std::size_t>(b)];
      CHECK(same_bits(first.losses, second.losses));
      CHECK(first.weights_hash == second.weights_hash);
    }
    // Across the pairs only the order of addition differs: some units in the last place.
    for (std::size_t i = 0; i < reports[0].losses.size(); ++i) {
      CHECK(std::fabs(reports[0].losses[i] - reports[2].losses[i]) < 1e-4F);
    }
  }
}

TEST_CASE("a run repeats bitwise and another seed gives another model") {
  const Corpus corpus = small_corpus();
  const TrainReport first = train(nano_run(3, 4, 1), corpus);
  CHECK(train(nano_run(3, 4, 1), corpus).weights_hash == first.weights_hash);
  TrainOptions other = nano_run(3, 4, 1);
  other.engine.seed = 12;
  CHECK(train(other, corpus).weights_hash != first.weights_hash);
}

// The tolerance: losses are means of the same numbers added in another order, and after k updates
// the weights differ by the rounding of k gradients; 1e-4 of a loss of 5.5 is 150 units in the
// last place. A gradient scaled wrongly by N or M is off by far more: see the next test.
TEST_CASE("many ranks train what one rank with the whole batch trains") {
  const Corpus corpus = small_corpus();
  TrainOptions alone = nano_run(0, 1, 1, 6);
  alone.batch = 24;
  const TrainReport reference = train(alone, corpus);
  for (const int n : {2, 3, 4, 8}) {
    for (int stage = 0; stage <= 3; ++stage) {
      TrainOptions shared = nano_run(stage, n, 1, 6);
      shared.batch = 24 / n;
      const TrainReport report = train(shared, corpus);
      INFO("stage " << stage << " N = " << n);
      for (std::size_t step = 0; step < 6; ++step) {
        CHECK(std::fabs(report.losses[step] - reference.losses[step]) < 1e-4F);
        CHECK(std::fabs(report.gradient_norms[step] - reference.gradient_norms[step]) <
              1e-3F * reference.gradient_norms[step]);
      }
    }
  }
}

TEST_CASE("many micro-steps train what one with the whole batch trains") {
  const Corpus corpus = small_corpus();
  TrainOptions alone = nano_run(0, 1, 1, 6);
  alone.batch = 6;
  const TrainReport reference = train(alone, corpus);
  for (int stage = 0; stage <= 3; ++stage) {
    TrainOptions pieces = nano_run(stage, 1, 3, 6);
    pieces.batch = 2;
    const TrainReport report = train(pieces, corpus);
    INFO("stage " << stage);
    for (std::size_t step = 0; step < 6; ++step) {
      CHECK(std::fabs(report.losses[step] - reference.losses[step]) < 1e-4F);
    }
  }
}

TEST_CASE("the step is AdamW on the clipped mean gradient") {
  // Against a step written out here in double: one rank's gradient of the whole batch, its norm,
  // the clip factor, bias correction, decoupled decay on matrices alone.
  const Corpus corpus = small_corpus();
  TrainOptions options = nano_run(2, 4, 1, 1);
  options.sample.reset();
  const GptConfig config = options.model;
  const Gpt whole(config, 8, options.sequence);
  std::vector<unsigned char> inputs(8 * 16), targets(8 * 16);
  for (std::size_t b = 0; b < 8; ++b) {
    corpus.fill(options.engine.seed, b, 16, &inputs[b * 16], &targets[b * 16]);
  }
  const Batch batch{8, 16, inputs, targets};

  Gpt::Workspace workspace;
  std::vector<Buffer> memory;
  for (std::size_t u = 0; u < whole.units().size(); ++u) {
    memory.emplace_back(device("cpu"), 4 * whole.activation_elements(static_cast<int>(u)));
    workspace.activations.push_back(memory.back().as<float>());
  }
  memory.emplace_back(device("cpu"), 4 * whole.scratch_elements());
  workspace.scratch = memory.back().as<float>();

  std::vector<Buffer> weights, gradients;
  const int units = static_cast<int>(whole.units().size());
  for (int u = 0; u < units; ++u) {
    const UnitSpec& unit = whole.units()[static_cast<std::size_t>(u)];
    weights.emplace_back(device("cpu"), 4 * unit.elements);
    gradients.emplace_back(device("cpu"), 4 * unit.elements);
    initialize_parameters(unit, u, options.engine.seed, {0, unit.elements},
                          weights.back().as<float>());
  }
  const auto at = [](std::vector<Buffer>& buffers, int u) {
    return buffers[static_cast<std::size_t>(u)].as<float>();
  };
  for (int u = 0; u < units; ++u) whole.forward(u, at(weights, u), batch, workspace);
  for (int u = units - 1; u >= 0; --u) {
    whole.backward(u, at(weights, u), at(gradients, u), batch, workspace);
  }
  double squares = 0;
  for (int u = 0; u < units; ++u) {
    for (const float g : at(gradients, u)) squares += static_cast<double>(g) * g;
  }
  const double norm = std::sqrt(squares);
  const double clip = std::min(1.0, 0.5 / norm);

  // The trained model, gathered from its shards.
  std::vector<Buffer> trained;
  const StepPlan plan = make_plan(options.zero, [&] {
    std::vector<std::size_t> sizes;
    for (const UnitSpec& unit : whole.units()) sizes.push_back(unit.elements);
    return sizes;
  }());
  const Gpt model(config, options.batch, options.sequence);
  float measured_norm = 0;
  run_ranks("threads", 4, [&](Transport& transport) {
    Engine engine(plan, model, corpus, options.engine, transport, nullptr);
    const StepResult result = engine.step(0);
    auto parameters = gather_model(engine);
    if (transport.rank() != 0) return;
    measured_norm = result.gradient_norm;
    trained = std::move(parameters);
  });

  CHECK(std::fabs(measured_norm - norm) < 1e-4 * norm);
  const AdamWConfig& adamw = options.engine.adamw;
  double worst = 0;
  for (int u = 0; u < units; ++u) {
    for (const TensorSpec& tensor : whole.units()[static_cast<std::size_t>(u)].tensors) {
      for (std::size_t i = tensor.offset; i < tensor.offset + tensor.elements; ++i) {
        const double g = at(gradients, u)[i] * clip;
        // The first step: m = (1-β₁)g and v = (1-β₂)g², so the corrected ones are g and g².
        const double w = at(weights, u)[i];
        const double decay = tensor.decays ? static_cast<double>(adamw.weight_decay) * w : 0;
        const double expected =
            w - static_cast<double>(adamw.learning_rate) *
                    (g / (std::fabs(g) + static_cast<double>(adamw.epsilon)) + decay);
        // Where g is as small as its own rounding its sign, and so the update, is not determined.
        if (std::fabs(g) < 1e-6) continue;
        worst = std::max(worst, std::fabs(at(trained, u)[i] - expected));
      }
    }
  }
  CHECK(worst < 1e-4 * static_cast<double>(adamw.learning_rate) * 30);
}
