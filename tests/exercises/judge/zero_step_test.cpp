// Exercises 9 to 11: results against the definitions, and what is said about wrong ones.
#include <cmath>
#include <limits>

#include "exercises/judge/findings.hpp"
#include "exercises/zero/unit.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_called.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;

// Whether an element of the buffer lies in a tensor of odd number, which has no decay.
bool decays_at(const std::vector<std::size_t>& tensors, std::size_t element) {
  std::size_t tensor = 0;
  for (std::size_t end = tensors[0]; end <= element; end += tensors[tensor]) ++tensor;
  return tensor % 2 == 0;
}

// The unsharded optimizer: all elements on one rank, in float, with the mean of the gradients.
Outcome stepped_unsharded(const Case& run) {
  const AdamW adam = adamw_settings[static_cast<std::size_t>(run.setting)];
  Outcome outcome = outcome_of(run);
  std::size_t owner = 0;
  std::size_t in_shard = 0;
  for (std::size_t e = 0; e < run.elements; ++e) {
    float w = zero_input(run, 0, 0, e);
    float m = 0;
    float v = 0;
    for (int step = 1; step <= run.step; ++step) {
      float g = 0;
      for (int rank = 0; rank < run.ranks; ++rank) {
        g += zero_input(run, rank, static_cast<std::size_t>(step), e);
      }
      g /= static_cast<float>(run.ranks);
      const auto t = static_cast<float>(step);
      m = adam.beta1 * m + (1 - adam.beta1) * g;
      v = adam.beta2 * v + (1 - adam.beta2) * g * g;
      const float m_hat = m / (1 - std::pow(adam.beta1, t));
      const float v_hat = v / (1 - std::pow(adam.beta2, t));
      const float decay = decays_at(run.tensors, e) ? adam.weight_decay : 0;
      w -= adam.learning_rate * (m_hat / (std::sqrt(v_hat) + adam.epsilon) + decay * w);
    }
    for (RankOutcome& rank : outcome) rank.spans[0][e] = static_cast<double>(w);
    const auto momentum = static_cast<std::size_t>(run.step) + 1;
    while (in_shard == outcome[owner].spans[momentum].size()) {
      ++owner;
      in_shard = 0;
    }
    outcome[owner].spans[momentum][in_shard] = static_cast<double>(m);
    outcome[owner].spans[momentum + 1][in_shard++] = static_cast<double>(v);
  }
  return outcome;
}

// Σ over ranks and micro-steps of what backward makes of an element.
double summed(const Case& run, std::size_t unit, std::size_t element, double parameter) {
  const std::size_t units = run.tensors.size();
  const std::size_t first = run.exercise == 11 ? 2 * units + 1 : units;
  double sum = 0;
  for (std::size_t m = 0; m < static_cast<std::size_t>(run.micro_steps); ++m) {
    for (int rank = 0; rank < run.ranks; ++rank) {
      sum +=
          parameter + static_cast<double>(zero_input(run, rank, first + m * units + unit, element));
    }
  }
  return sum;
}

std::string nudge_of(const RunRecord& record) {
  const auto finding = wrong_outcome(record);
  return finding ? finding->nudge : "right";
}

}  // namespace

TEST_CASE("a sharded step comes to what the unsharded optimizer does") {
  for (int ranks = 1; ranks <= 8; ++ranks) {
    for (int setting = 0; setting < 4; ++setting) {
      for (int steps = 1; steps <= 3; ++steps) {
        Case run = zero_case(9, ranks, {5, 0, 7, 6}, steps);
        run.setting = setting;
        CHECK(told_of(run, stepped_unsharded(run)) == "right");
      }
    }
  }
}

TEST_CASE("gradient shards are the sums over ranks and micro-steps") {
  for (const int exercise : {10, 11}) {
    const Case run = zero_case(exercise, 3, {4, 0, 7}, 3);
    const Outcome outcome = outcome_of(run);
    const std::size_t units = 3;
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::size_t element = 0;
      std::vector<float> parameters;
      for (int rank = 0; rank < run.ranks; ++rank) {
        const auto r = static_cast<std::size_t>(rank);
        const std::size_t span = exercise == 11 ? units + unit : unit;
        for (std::size_t i = 0; i < outcome[r].spans[span].size(); ++i, ++element) {
          const float parameter = exercise == 11 ? zero_input(run, rank, unit, i) : 0;
          parameters.push_back(parameter);
          CHECK(outcome[r].spans[span][i] ==
                summed(run, unit, element, static_cast<double>(parameter)));
        }
      }
      CHECK(element == run.tensors[unit]);
      if (exercise == 10) continue;
      const double output = static_cast<double>(forward_output(parameters));
      for (const std::size_t m : {0U, 1U, 2U}) {
        CHECK(outcome[1].spans[2 * units][m * units + unit] == output);
      }
    }
  }
}

TEST_CASE("every misstep of exercises 9 to 11 is told apart from all others") {
  Case step = zero_case(9, 3, {3, 4, 9}, 3);
  step.setting = 2;
  CHECK(mistaken_for_others({step}).empty());
  CHECK(mistaken_for_others({zero_case(10, 4, {9, 7}, 2)}).empty());
  CHECK(mistaken_for_others({zero_case(11, 4, {9, 7}, 2)}).empty());
}

TEST_CASE("the right outcome is none of the missteps") {
  for (const int exercise : {9, 10, 11}) {
    Case run = zero_case(exercise, 4, {9, 7, 3}, 3);
    run.setting = 2;
    CHECK(told_of(run, outcome_of(run)) == "right");
    for (const Misstep misstep : missteps_of(exercise)) {
      CHECK(told_of(run, outcome_of(run, misstep)) != "right");
    }
  }
}

TEST_CASE("one factor in all gradients is seen in the momentum") {
  const Case run = zero_case(9, 4, {9, 6}, 2);
  RunRecord record = called_right(run);
  for (int rank = 0; rank < run.ranks; ++rank) {
    const Range momentum = spans_of(run, rank)[3];
    for (std::size_t i = momentum.begin; i < momentum.end; ++i) {
      record.ranks[static_cast<std::size_t>(rank)].block[i] *= 1.75F;
    }
  }
  CHECK_THAT(nudge_of(record), ContainsSubstring("by one factor everywhere"));
  record.ranks[2].block[spans_of(run, 2)[3].begin] *= 2;  // no longer one
  CHECK_THAT(nudge_of(record), !ContainsSubstring("by one factor"));
}

TEST_CASE("states of another size than the shard are a matter of memory") {
  const Case run = zero_case(9, 3, {7}, 2);
  RunRecord whole = called_right(run);
  for (RankResult& rank : whole.ranks) {
    rank.numbers = {7, 7};
    const Range momentum = spans_of(run, 0)[3];
    rank.block[momentum.begin] += 1;  // what the entry copied is of another element
  }
  CHECK(nudge_of(whole) == "right");
  REQUIRE(wrong_arena(whole));
  CHECK_THAT(wrong_arena(whole)->nudge, ContainsSubstring("1/N of all"));

  Outcome outcome = outcome_of(run);
  for (RankOutcome& rank : outcome) rank.spans[0][2] += 1;
  RunRecord cut = record_with(run, outcome);
  for (RankResult& rank : cut.ranks) rank.numbers = {2, 2};
  cut.ranks[2].numbers = {3, 3};
  const RunRecord right = called_right(run);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    cut.ranks[rank].notes = right.ranks[rank].notes;
    cut.ranks[rank].calls = right.ranks[rank].calls;
  }
  CHECK_THAT(nudge_of(cut), ContainsSubstring("first n mod N ranks"));
}

TEST_CASE("where a NaN comes from is read off the messages and the order of acts") {
  const Case run = zero_case(11, 3, {4, 7}, 1);
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const auto with_nan_output = [&](RunRecord record) {
    for (RankResult& rank : record.ranks) rank.block[spans_of(run, 0)[4].begin] = nan;
    return record;
  };
  CHECK_THAT(nudge_of(with_nan_output(called_right(run))),
             ContainsSubstring("use it first, then give it back"));

  RunRecord misplaced = called_right(run);
  misplaced.ranks[1].calls[0].sends[0].values[0] = nan;
  CHECK_THAT(nudge_of(with_nan_output(misplaced)),
             ContainsSubstring("its shard belongs at shard(elements, N, rank).begin"));

  const RunRecord late = called_but(run, [](int, Notes& notes) {
    std::swap(notes[place_of(notes, NoteKind::forward, 0)],
              notes[place_of(notes, NoteKind::all_gather, 0)]);
  });
  CHECK_THAT(nudge_of(with_nan_output(late)),
             ContainsSubstring("the forward pass of a unit comes where the all-gather is due"));
}

}  // namespace zerolab::exercises
