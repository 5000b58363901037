// AdamW against the textbook's formula in double, and the law that sharding rests on: an element's
// bits do not depend on the range it is updated in.
#include "core/model/adamw.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

struct State {
  explicit State(std::size_t elements, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-1, 1);
    for (std::size_t i = 0; i < elements; ++i) {
      weights.push_back(value(random));
      gradients.push_back(value(random) * 1e-2F);
      momentum.push_back(value(random) * 1e-2F);
      variance.push_back(std::abs(value(random)) * 1e-4F);
    }
  }
  std::vector<float> weights, gradients, momentum, variance;
};

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("updates follow the formula from the first step on") {
  AdamWConfig config;
  config.learning_rate = 0.01F;
  State state(100, 1);
  std::fill(state.momentum.begin(), state.momentum.end(), 0.0F);
  std::fill(state.variance.begin(), state.variance.end(), 0.0F);
  std::vector<double> w(state.weights.begin(), state.weights.end()), m(100), v(100);
  const double beta1 = config.beta1, beta2 = config.beta2;
  for (int step = 1; step <= 30; ++step) {
    for (std::size_t i = 0; i < 100; ++i) {
      state.gradients[i] = std::sin(static_cast<float>(step * 100) + static_cast<float>(i));
      const double g = state.gradients[i] * 0.25;
      m[i] = beta1 * m[i] + (1 - beta1) * g;
      v[i] = beta2 * v[i] + (1 - beta2) * g * g;
      const double m_hat = m[i] / (1 - std::pow(beta1, step));
      const double v_hat = v[i] / (1 - std::pow(beta2, step));
      w[i] -= config.learning_rate *
              (m_hat / (std::sqrt(v_hat) + config.epsilon) + double{config.weight_decay} * w[i]);
    }
    adamw_update(config, step, 0.25F, config.weight_decay, state.weights, state.gradients,
                 state.momentum, state.variance);
    for (std::size_t i = 0; i < 100; ++i) {
      CAPTURE(step, i);
      CHECK(std::abs(state.weights[i] - w[i]) < 1e-6);
    }
  }
}

TEST_CASE("the first step moves every weight by the learning rate") {
  // With m = v = 0 the corrected ratio is g/|g|, whatever the size of g.
  const AdamWConfig config;
  std::vector<float> w{0, 0, 0}, m(3), v(3);
  adamw_update(config, 1, 1, 0, w, std::vector<float>{1e-3F, -5, 1e3F}, m, v);
  for (const float weight : w) {
    CHECK(std::abs(std::abs(weight) / config.learning_rate - 1) < 2e-5);
  }
  CHECK(w[1] > 0);
}

TEST_CASE("an element's bits do not depend on the range it is updated in") {
  constexpr std::size_t count = 1000;
  const State start(count, 2);
  State whole = start;
  adamw_update({}, 3, 0.125F, 0.1F, whole.weights, whole.gradients, whole.momentum, whole.variance);
  std::mt19937 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    // The same elements at another offset in memory, in pieces of random sizes.
    const std::size_t offset = random() % 17;
    State moved(offset, 0);
    const auto append = [](std::vector<float>& to, const std::vector<float>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(moved.weights, start.weights);
    append(moved.gradients, start.gradients);
    append(moved.momentum, start.momentum);
    append(moved.variance, start.variance);
    for (std::size_t begin = offset; begin < offset + count;) {
      const std::size_t size = std::min(offset + count - begin, std::size_t{random() % 40});
      const auto piece = [&](std::vector<float>& all) {
        return std::span(all).subspan(begin, size);
      };
      adamw_update({}, 3, 0.125F, 0.1F, piece(moved.weights), piece(moved.gradients),
                   piece(moved.momentum), piece(moved.variance));
      begin += size;
    }
    for (auto* values : {&moved.weights, &moved.momentum, &moved.variance}) {
      values->erase(values->begin(), values->begin() + static_cast<std::ptrdiff_t>(offset));
    }
    REQUIRE(same_bits(moved.weights, whole.weights));
    REQUIRE(same_bits(moved.momentum, whole.momentum));
    REQUIRE(same_bits(moved.variance, whole.variance));
  }
}

TEST_CASE("shards of a unit are updated as the whole unit is") {
  const UnitSpec unit = gpt_units(gpt_preset("nano"))[1];
  const State start(unit.elements, 5);
  State whole = start;
  adamw_update_unit({}, 2, 1, unit, {0, unit.elements}, whole.weights, whole.gradients,
                    whole.momentum, whole.variance);
  for (const std::size_t shards : {2UL, 3UL, 5UL, 8UL, 100UL}) {
    State cut = start;
    for (std::size_t shard = 0; shard < shards; ++shard) {
      const Range range{unit.elements * shard / shards, unit.elements * (shard + 1) / shards};
      const auto part = [&](std::vector<float>& all) {
        return std::span(all).subspan(range.begin, range.size());
      };
      adamw_update_unit({}, 2, 1, unit, range, part(cut.weights), part(cut.gradients),
                        part(cut.momentum), part(cut.variance));
    }
    CHECK(same_bits(cut.weights, whole.weights));
    CHECK(same_bits(cut.variance, whole.variance));
  }
}

TEST_CASE("matrices and tables decay and biases and LayerNorm do not") {
  // Without a gradient, decay is all that moves a weight: 1 becomes 1 − 0.5·0.5.
  AdamWConfig config;
  config.learning_rate = 0.5F;
  config.weight_decay = 0.5F;
  for (const UnitSpec& unit : gpt_units(gpt_preset("nano"))) {
    std::vector<float> w(unit.elements, 1), g(unit.elements), m(unit.elements), v(unit.elements);
    adamw_update_unit(config, 1, 1, unit, {0, unit.elements}, w, g, m, v);
    for (const TensorSpec& tensor : unit.tensors) {
      const bool one_dimension =
          tensor.name.find("norm") == 0 || tensor.name.find("bias") != std::string::npos;
      CAPTURE(unit.name, tensor.name);
      const auto values = std::span(w).subspan(tensor.offset, tensor.elements);
      CHECK(std::count(values.begin(), values.end(), one_dimension ? 1.0F : 0.75F) ==
            static_cast<std::ptrdiff_t>(values.size()));
    }
  }
}
