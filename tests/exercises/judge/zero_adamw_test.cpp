// Exercise 8: the judge's AdamW against the formula written once more, and its missteps apart.
#include <cmath>

#include "exercises/judge/findings.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_records.hpp"

namespace zerolab::exercises {

namespace {

Case adamw_case(int ranks, std::vector<std::size_t> tensors, int step, int setting) {
  Case run;
  run.exercise = 8;
  run.ranks = ranks;
  for (const std::size_t tensor : tensors) run.elements += tensor;
  run.tensors = std::move(tensors);
  run.step = step;
  run.setting = setting;
  return run;
}

// The step in float, element by element, as an answer computes it. Each rank has numbers of its
// own, so its shard is asked for by where the tensors of odd number lie.
Outcome stepped_in_float(const Case& run) {
  const AdamW adam = adamw_settings[static_cast<std::size_t>(run.setting)];
  std::vector<bool> decays;
  for (std::size_t tensor = 0; tensor < run.tensors.size(); ++tensor) {
    decays.insert(decays.end(), run.tensors[tensor], tensor % 2 == 0);
  }
  Outcome outcome(static_cast<std::size_t>(run.ranks));
  std::size_t element = 0;
  for (int rank = 0; rank < run.ranks; ++rank) {
    const auto n = static_cast<std::size_t>(run.ranks);
    const std::size_t length =
        run.elements / n + (static_cast<std::size_t>(rank) < run.elements % n ? 1 : 0);
    std::vector<std::vector<double>> spans(4);
    for (std::size_t i = 0; i < length; ++i, ++element) {
      const auto input = [&](std::size_t span) { return zero_input(run, rank, span, i); };
      const float g = input(1);
      const float m = adam.beta1 * input(2) + (1 - adam.beta1) * g;
      const float v = adam.beta2 * input(3) + (1 - adam.beta2) * g * g;
      const auto t = static_cast<float>(run.step);
      const float m_hat = m / (1 - std::pow(adam.beta1, t));
      const float v_hat = v / (1 - std::pow(adam.beta2, t));
      const float decay = decays[element] ? adam.weight_decay : 0;
      const float w = input(0);
      const float after =
          w - adam.learning_rate * (m_hat / (std::sqrt(v_hat) + adam.epsilon) + decay * w);
      spans[0].push_back(after);
      spans[1].push_back(g);
      spans[2].push_back(m);
      spans[3].push_back(v);
    }
    outcome[static_cast<std::size_t>(rank)].spans = spans;
  }
  return outcome;
}

}  // namespace

TEST_CASE("two steps of AdamW are those that the page of exercise 8 has by hand") {
  const auto near = [](double value, double by_hand) { return std::abs(value - by_hand) < 5e-6; };
  const AdamW adam;
  const Moments first = adamw_element(adam, 1, {1, 0, 0}, 2, true, Misstep::none);
  CHECK(near(first.momentum, 0.2));
  CHECK(near(first.variance, 0.2));
  CHECK(near(first.weight, 0.989));
  const Moments second = adamw_element(adam, 2, first, -1, true, Misstep::none);
  CHECK(near(second.momentum, 0.08));
  CHECK(near(second.variance, 0.24));
  CHECK(near(second.weight, 0.98533));
  const Moments undecayed = adamw_element(adam, 1, {1, 0, 0}, 2, false, Misstep::none);
  CHECK(near(undecayed.weight, 0.99));
}

TEST_CASE("a step in float is right for every setting and any number of ranks") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (int setting = 0; setting < 4; ++setting) {
      for (const int step : {1, 2, 40, 1000}) {
        const Case run = adamw_case(ranks, {5, 4, 0, 7, 1, 2, 6}, step, setting);
        INFO(to_text(run));
        CHECK(judge(record_with(run, stepped_in_float(run))).empty());
      }
    }
  }
}

TEST_CASE("a weight that is off by a thousandth of the learning rate is wrong") {
  const Case run = adamw_case(3, {5, 4, 4}, 2, 1);
  Outcome outcome = outcome_of(run);
  outcome[1].spans[0][2] += 1e-3 * 0.1;
  const auto finding = wrong_outcome(record_with(run, outcome));
  REQUIRE(finding);
  CHECK(finding->aspect == Aspect::values);
  CHECK(finding->rank == 1);
  CHECK_THAT(finding->sentence, test::ContainsSubstring("the weights, element 2 of 4"));
}

TEST_CASE("gradients that change cost memory and are named") {
  const Case run = adamw_case(3, {5, 4, 4}, 2, 1);
  RunRecord record = record_with(run, outcome_of(run));
  record.ranks[2].block[spans_of(run, 2)[1].begin + 3] = 0;
  const std::vector<Finding> findings = judge(record);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].aspect == Aspect::memory);
  CHECK_THAT(findings[0].sentence,
             test::ContainsSubstring("rank 2 changed element 3 of the gradients"));
}

TEST_CASE("a wrong step that no misstep explains is told where to look") {
  const Case run = adamw_case(3, {5, 4, 4}, 2, 1);
  Outcome outcome = outcome_of(run);
  outcome[1].spans[0][2] *= 2;
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("momentum and variance are right"));
  outcome[2].spans[2][0] *= 2;
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("momentum and variance first"));
  outcome[1].spans[0][2] = zero_input(run, 1, 0, 2);
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("as before the step"));
  outcome[0].spans[0][0] = std::nan("");
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("NaN"));
}

TEST_CASE("each misstep of AdamW is told as itself") {
  const std::vector<Case> runs{adamw_case(3, {3, 4, 4, 4}, 3, 2)};
  CHECK(mistaken_for_others(runs) == std::vector<std::string>{});
}

TEST_CASE("the plainest cases tell first steps and decay apart") {
  // As the visible test has them.
  const Case run = adamw_case(4, {3, 4, 9}, 3, 1);
  for (const Misstep misstep :
       {Misstep::decay_everywhere, Misstep::decay_of_local_places, Misstep::decay_asked_once,
        Misstep::decay_end_inclusive, Misstep::decay_range_from_outside, Misstep::decay_nowhere}) {
    CHECK(told_of(run, outcome_of(run, misstep)) == nudge(misstep));
  }
  // In a first step t - 1 is 0: what is divided by 1 - β⁰ is no number.
  const Case first = adamw_case(3, {3, 4, 4, 4}, 1, 2);
  CHECK(told_of(first, outcome_of(first, Misstep::step_from_zero)) ==
        nudge(Misstep::step_from_zero));
}

}  // namespace zerolab::exercises
