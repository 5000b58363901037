// Exercise 12: the norm, its missteps, its one all-gather, and bits that all ranks share.
#include <cmath>
#include <numeric>

#include "exercises/judge/findings.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "exercises/zero/collectives.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/simulated.hpp"
#include "tests/exercises/judge/zero_records.hpp"

namespace zerolab::exercises {

namespace {

Case norm_case(int ranks, std::size_t elements) {
  Case run;
  run.exercise = 12;
  run.ranks = ranks;
  run.elements = elements;
  return run;
}

// Of the gathered numbers: in the order of ranks, or each rank from itself on; twice the sum of
// all; of numbers that are wrong before they are gathered.
enum class Additions { in_rank_order, own_first, doubled, of_wrong_numbers };

Program norm_with(Additions additions) {
  return [additions](Comm& comm, const Case& run, const std::vector<std::span<float>>& spans) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const auto n = static_cast<std::size_t>(comm.size());
    const std::size_t own = run.elements / n + (rank < run.elements % n ? 1 : 0);
    std::vector<float> sums(n);
    for (std::size_t i = 0; i < own; ++i) sums[rank] += spans[0][i] * spans[0][i];
    if (additions == Additions::of_wrong_numbers) sums[rank] *= 3;
    Collectives(comm).all_gather(sums);
    float sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      sum += sums[additions == Additions::own_first ? (rank + k) % n : k];
    }
    spans[1][0] = std::sqrt(additions == Additions::doubled ? 2 * sum : sum);
  };
}

}  // namespace

TEST_CASE("a right norm has no findings") {
  for (const int ranks : {1, 2, 3, 5, 8}) {
    for (const std::size_t elements : {0, 1, 4, 7, 8, 37}) {
      for (const Delivery delivery : {Delivery::buffered, Delivery::rendezvous}) {
        Case run = norm_case(ranks, elements);
        run.delivery = delivery;
        INFO(to_text(run));
        CHECK(judge(simulate(run, norm_with(Additions::in_rank_order))).empty());
      }
    }
  }
}

TEST_CASE("the norm of the page of exercise 12 is 13") {
  const std::vector<double> shards{2, -1, 2, 0, 4, -12, 0};
  CHECK(std::sqrt(std::inner_product(shards.begin(), shards.end(), shards.begin(), 0.0)) == 13);
  // The judge's, of the same shards with the same padding.
  const Case run = norm_case(3, 7);
  Outcome before = outcome_of(run);
  before[0].spans[0] = {2, -1, 2};
  before[1].spans[0] = {0, 4, 5};
  before[2].spans[0] = {-12, 0, 3};
  for (const RankOutcome& rank : norm_outcome(run, before, Misstep::none)) {
    CHECK(rank.spans[1][0] == 13);
  }
  CHECK(norm_outcome(run, before, Misstep::norm_padding)[0].spans[1][0] == std::sqrt(203.0));
  CHECK(norm_outcome(run, before, Misstep::norm_of_sums)[0].spans[1][0] == 3 + 4 + 12);
  CHECK(norm_outcome(run, before, Misstep::norm_largest)[0].spans[1][0] == 12);
  CHECK(norm_outcome(run, before, Misstep::norm_local)[1].spans[1][0] == 4);
}

TEST_CASE("ranks that add in different orders are told") {
  Case run = norm_case(8, 64);
  const auto nudges = [&] {
    std::string text;
    for (const Finding& finding : judge(simulate(run, norm_with(Additions::own_first)))) {
      CHECK(finding.aspect == Aspect::values);
      text += finding.nudge;
    }
    return text;
  };
  CHECK(nudges().empty());  // these sums are exact
  run.input = Input::rounding;
  CHECK_THAT(nudges(), test::ContainsSubstring("differ in their last bits"));
  CHECK(judge(simulate(run, norm_with(Additions::in_rank_order))).empty());
}

TEST_CASE("what a rank gives to the all-gather and what becomes of it are told apart") {
  const auto told = [](Additions additions) {
    RunRecord record = simulate(norm_case(4, 10), norm_with(additions));
    for (RankResult& rank : record.ranks) rank.notes = {{NoteKind::all_gather, -1, 4, 0}};
    const auto finding = wrong_outcome(record);
    return finding ? finding->nudge : "right";
  };
  CHECK(told(Additions::in_rank_order) == "right");
  CHECK_THAT(told(Additions::doubled), test::ContainsSubstring("gives the right number"));
  CHECK_THAT(told(Additions::of_wrong_numbers), test::ContainsSubstring("gives a wrong number"));
}

TEST_CASE("one number per rank goes round the ring") {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    Links links;
    for (int rank = 0; rank < ranks && ranks > 1; ++rank) {
      const auto steps = static_cast<std::size_t>(ranks) - 1;
      links[{rank, (rank + 1) % ranks}] = {steps, steps};
    }
    CHECK(right_links(norm_case(ranks, 100)) == links);
  }
}

TEST_CASE("each misstep of the norm is told as itself") {
  CHECK(mistaken_for_others({norm_case(3, 7)}) == std::vector<std::string>{});
}

}  // namespace zerolab::exercises
