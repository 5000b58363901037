// Exercise 13: the judge's bytes against the table of core/README.md's design and by hand.
#include "exercises/judge/findings.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_records.hpp"

namespace zerolab::exercises {

namespace {

using Bytes = std::vector<std::int64_t>;

Case memory_case(int stage, StatePrecision precision, int ranks, std::vector<std::size_t> units) {
  Case run;
  run.exercise = 13;
  run.stage = stage;
  run.precision = precision;
  run.ranks = ranks;
  for (const std::size_t unit : units) run.elements += unit;
  run.tensors = std::move(units);
  return run;
}

Bytes bytes_of_rank(const Case& run, int rank) {
  return outcome_of(run)[static_cast<std::size_t>(rank)].numbers;
}

std::int64_t together(const Bytes& bytes) {
  return bytes[0] + bytes[1] + bytes[2];
}

}  // namespace

TEST_CASE("where N divides the bytes are the formulas of the ZeRO paper") {
  constexpr int n = 4;
  constexpr std::int64_t psi = 12'000;
  const std::int64_t mixed[] = {16 * psi, 4 * psi + 12 * psi / n, 2 * psi + 14 * psi / n,
                                16 * psi / n};
  const std::int64_t fp32[] = {16 * psi, 8 * psi + 8 * psi / n, 4 * psi + 12 * psi / n,
                               16 * psi / n};
  for (int stage = 0; stage <= 3; ++stage) {
    const auto at = static_cast<std::size_t>(stage);
    for (int rank = 0; rank < n; ++rank) {
      const auto total = [&](StatePrecision precision) {
        return together(bytes_of_rank(memory_case(stage, precision, n, {4000, 8000}), rank));
      };
      CHECK(total(StatePrecision::mixed) == mixed[at]);
      CHECK(total(StatePrecision::fp32) == fp32[at]);
    }
  }
}

TEST_CASE("uneven units are the table of the page of exercise 13") {
  const auto mixed = [](int stage, int rank) {
    return bytes_of_rank(memory_case(stage, StatePrecision::mixed, 3, {7, 4}), rank);
  };
  CHECK(mixed(0, 0) == Bytes{22, 22, 132});
  CHECK(mixed(1, 0) == Bytes{22, 22, 60});
  CHECK(mixed(2, 0) == Bytes{22, 10, 60});
  CHECK(mixed(3, 0) == Bytes{10, 10, 60});
  CHECK(mixed(3, 1) == Bytes{6, 6, 36});
  CHECK(mixed(3, 2) == Bytes{6, 6, 36});
  CHECK(bytes_of_rank(memory_case(2, StatePrecision::fp32, 3, {7, 4}), 2) == Bytes{44, 12, 24});
}

TEST_CASE("in stage 3 the ranks together hold the model once") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    std::int64_t all = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      all += together(
          bytes_of_rank(memory_case(3, StatePrecision::mixed, ranks, {5, 0, 17, 2}), rank));
    }
    CHECK(all == 16 * 24);
  }
}

TEST_CASE("right bytes have no findings and wrong ones name state and rank") {
  const Case run = memory_case(2, StatePrecision::mixed, 3, {7, 4});
  Outcome outcome = outcome_of(run);
  CHECK(judge(record_with(run, outcome)).empty());
  outcome[1].numbers[1] += 2;
  const std::vector<Finding> findings = judge(record_with(run, outcome));
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].sentence,
             test::ContainsSubstring("rank 1: gradients take 6 bytes, not 8"));
  CHECK_THAT(findings[0].nudge, test::ContainsSubstring("the bytes of gradients are wrong"));
  outcome = outcome_of(run);
  for (RankOutcome& rank : outcome) rank.numbers[2] = rank.numbers[2] * 5 / 6;
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("by one factor on all ranks"));
}

TEST_CASE("each misstep about memory is told as itself") {
  std::vector<Case> runs;
  for (int stage = 0; stage <= 3; ++stage) {
    for (const StatePrecision precision : {StatePrecision::fp32, StatePrecision::mixed}) {
      runs.push_back(memory_case(stage, precision, 3, {7, 8, 6}));
      runs.push_back(memory_case(stage, precision, 3, {3'000'000'000, 7'000'000'001}));
    }
  }
  CHECK(mistaken_for_others(runs) == std::vector<std::string>{});
}

}  // namespace zerolab::exercises
