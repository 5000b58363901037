// The forward pass against an independent one in double, causality, and the contract of Gpt: which
// memory it touches, that its bits repeat, and what it refuses.
#include "core/model/gpt.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/model/reference_gpt.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::Trial;

namespace {

// Enough positions for several blocks of queries, the last of them short.
constexpr GptConfig long_config{2, 12, 3, 75};

double largest_logit_error(const Trial& trial) {
  const auto reference = trial.reference();
  const auto length = static_cast<std::size_t>(trial.gpt.sequence());
  const std::span<const float> logits = trial.gpt.logits(trial.memory.workspace());
  double largest = 0;
  for (std::size_t row = 0; row < trial.inputs.size(); ++row) {
    const std::size_t begin = row / length * length;
    const auto expected =
        reference.logits(std::span(trial.inputs).subspan(begin, row - begin + 1)).back();
    for (std::size_t i = 0; i < 256; ++i) {
      largest = std::max(largest, std::abs(logits[row * 256 + i] - expected[i]));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("logits and loss equal those of a naive model in double") {
  // Logits are about 3 in size and fp32 rounds by 6e-8 of that, some ten operations deep.
  SECTION("nano") {
    const Trial trial(gpt_preset("nano"), 3, 16, 1);
    const float loss = trial.forward();
    CHECK(std::abs(loss - trial.reference().loss(trial.batch())) < 1e-5);
    CHECK(largest_logit_error(trial) < 2e-5);
  }
  SECTION("several blocks of queries") {
    const Trial trial(long_config, 2, 75, 2);
    const float loss = trial.forward();
    CHECK(std::abs(loss - trial.reference().loss(trial.batch())) < 1e-5);
    CHECK(largest_logit_error(trial) < 2e-5);
  }
  SECTION("one sequence of one byte") {
    const Trial trial(gpt_preset("nano"), 1, 1, 3);
    CHECK(std::abs(trial.forward() - trial.reference().loss(trial.batch())) < 1e-5);
  }
}

TEST_CASE("a byte changes no logit before it and every row from it on") {
  for (const std::size_t changed : {0UL, 31UL, 32UL, 40UL, 74UL}) {
    Trial trial(long_config, 2, 75, 4);
    trial.forward();
    const auto view = trial.gpt.logits(trial.memory.workspace());
    const std::vector<float> before(view.begin(), view.end());
    trial.inputs[changed] ^= 1;
    trial.forward();
    for (std::size_t row = 0; row < trial.inputs.size(); ++row) {
      const bool same = std::memcmp(&before[row * 256], &view[row * 256], 256 * 4) == 0;
      CAPTURE(changed, row);
      CHECK(same == (row < changed || row >= 75));  // the second sequence starts at row 75
    }
  }
}

TEST_CASE("what the workspace held before does not matter") {
  Trial trial(long_config, 2, 75, 5);
  const float loss = trial.forward();
  trial.backward();
  const std::vector<float> first(trial.gradients[1].begin(), trial.gradients[1].end());
  for (const auto span : trial.memory.workspace().activations) {
    std::fill(span.begin(), span.end(), NAN);
  }
  std::fill(trial.memory.workspace().scratch.begin(), trial.memory.workspace().scratch.end(), NAN);
  std::fill(trial.gradients[1].begin(), trial.gradients[1].end(), 0.0F);
  CHECK(trial.forward() == loss);
  trial.backward();
  CHECK(std::memcmp(first.data(), trial.gradients[1].data(), first.size() * 4) == 0);
}

TEST_CASE("two threads at once get the bits that one gets") {
  const auto run = [](std::vector<float>& all) {
    const Trial trial(long_config, 2, 75, 6);
    all.push_back(trial.forward());
    trial.backward();
    for (const auto unit : trial.gradients) all.insert(all.end(), unit.begin(), unit.end());
  };
  std::vector<float> alone, left, right;
  run(alone);
  std::thread thread([&] { run(left); });
  run(right);
  thread.join();
  CHECK(std::memcmp(alone.data(), left.data(), alone.size() * 4) == 0);
  CHECK(std::memcmp(alone.data(), right.data(), alone.size() * 4) == 0);
}

TEST_CASE("a diverged model shows as a loss that is not a number") {
  const Trial trial(gpt_preset("nano"), 1, 16, 7);
  trial.parameters[1][40] = NAN;
  CHECK(std::isnan(trial.forward()));
}

TEST_CASE("shapes that cannot be are refused with both numbers") {
  CHECK_THROWS_WITH(Gpt(gpt_preset("nano"), 1, 19),
                    ContainsSubstring("sequence length 19") && ContainsSubstring("context 18"));
  CHECK_THROWS_WITH(Gpt(gpt_preset("nano"), 0, 16), ContainsSubstring("batch 0"));
  CHECK_THROWS_WITH(Gpt(gpt_preset("nano"), 1, 0), ContainsSubstring("sequence length 0"));
  CHECK_THROWS_WITH(Gpt({2, 14, 4, 16}, 1, 16),
                    ContainsSubstring("width 14") && ContainsSubstring("4 heads"));
  CHECK_THROWS_WITH(Gpt({0, 14, 2, 16}, 1, 16), ContainsSubstring("layers"));
  Trial trial(gpt_preset("nano"), 2, 16, 8);
  trial.inputs.pop_back();
  CHECK_THROWS_AS(trial.forward(), InvariantError);
}
