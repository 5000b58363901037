// Exercise 14: who has which element before and after, asked element by element.
#include <algorithm>
#include <cmath>

#include "exercises/judge/findings.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/simulated.hpp"
#include "tests/exercises/judge/zero_records.hpp"

namespace zerolab::exercises {

namespace {

Case reshard_case(int from, int to, std::size_t elements) {
  Case run;
  run.exercise = 14;
  run.from_ranks = from;
  run.to_ranks = to;
  run.ranks = std::max(from, to);
  run.elements = elements;
  return run;
}

// Exercise 1, from the other side: the rank that has the element.
int owner(std::size_t element, std::size_t elements, int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  const std::size_t longer = elements % n;
  const std::size_t size = elements / n;
  if (element < longer * (size + 1)) return static_cast<int>(element / (size + 1));
  return static_cast<int>(longer + (element - longer * (size + 1)) / size);
}

// A message of one element for each, in the order of elements.
void move_element_by_element(Comm& comm, const Case& run,
                             const std::vector<std::span<float>>& spans) {
  std::size_t old_done = 0;
  std::size_t new_done = 0;
  for (std::size_t element = 0; element < run.elements; ++element) {
    const int from = owner(element, run.elements, run.from_ranks);
    const int to = owner(element, run.elements, run.to_ranks);
    for (std::size_t state = 0; state < 3; ++state) {
      if (from == comm.rank() && to == comm.rank()) {
        spans[3 + state][new_done] = spans[state][old_done];
      } else if (from == comm.rank()) {
        comm.send(spans[state].subspan(old_done, 1), to);
      } else if (to == comm.rank()) {
        comm.recv(spans[3 + state].subspan(new_done, 1), from);
      }
    }
    if (from == comm.rank()) ++old_done;
    if (to == comm.rank()) ++new_done;
  }
}

const std::vector<std::size_t> reshard_sizes{0, 1, 4, 7, 10, 24, 37};

}  // namespace

TEST_CASE("elements that go to another rank are what its link should carry") {
  for (int from = 1; from <= 8; ++from) {
    for (int to = 1; to <= 8; ++to) {
      for (const std::size_t elements : reshard_sizes) {
        Links links;
        for (std::size_t element = 0; element < elements; ++element) {
          const std::pair link(owner(element, elements, from), owner(element, elements, to));
          if (link.first != link.second) links[link].elements += 3;
        }
        for (auto& [link, traffic] : links) traffic.messages = 3;
        INFO("from " << from << " to " << to << " ranks, " << elements << " elements");
        CHECK(right_links(reshard_case(from, to, elements)) == links);
      }
    }
  }
}

TEST_CASE("an element that moves alone arrives where the judge wants it") {
  for (const auto& [from, to] : std::vector<std::pair<int, int>>{{2, 3}, {5, 3}, {3, 5}, {4, 4}}) {
    for (const std::size_t elements : reshard_sizes) {
      const Case run = reshard_case(from, to, elements);
      INFO(to_text(run));
      const RunRecord record = simulate(run, move_element_by_element);
      CHECK(!wrong_outcome(record));
      const auto pieces = wrong_pieces(record);
      if (pieces) CHECK_THAT(pieces->sentence, test::ContainsSubstring("one message per state"));
      const bool longer = std::ranges::any_of(
          right_links(run), [](const auto& link) { return link.second.elements > 3; });
      CHECK(pieces.has_value() == longer);
    }
  }
}

TEST_CASE("there and back again every rank has what it had") {
  const Case there = reshard_case(5, 3, 37);
  const Outcome before = outcome_of(there);
  // Ranks 0 to 2 of the way back start with other numbers than these: so only places are compared.
  std::vector<double> old_cut;
  std::vector<double> new_cut;
  for (const RankOutcome& rank : before) {
    old_cut.insert(old_cut.end(), rank.spans[0].begin(), rank.spans[0].end());
    new_cut.insert(new_cut.end(), rank.spans[3].begin(), rank.spans[3].end());
  }
  CHECK(old_cut == new_cut);
  CHECK(old_cut.size() == 37);
}

TEST_CASE("messages that all go through rank 0 are told so") {
  const Case run = reshard_case(3, 2, 12);
  RunRecord record = record_with(run, outcome_of(run));
  const auto send = [&](std::size_t from, int to, std::size_t elements) {
    record.ranks[from].calls.push_back({{{to, std::vector<float>(elements)}}, {}, true});
  };
  for (int state = 0; state < 3; ++state) {
    send(1, 0, 2);
    send(2, 1, 4);
  }
  CHECK(!wrong_pieces(record));
  for (RankResult& rank : record.ranks) rank.calls.clear();
  for (int state = 0; state < 3; ++state) {
    send(1, 0, 4);
    send(2, 0, 4);
    send(0, 1, 6);
  }
  const auto finding = wrong_pieces(record);
  REQUIRE(finding);
  CHECK_THAT(finding->nudge, test::ContainsSubstring("everything goes through rank 0"));
}

TEST_CASE("a number in the wrong place is told where it is from") {
  const Case run = reshard_case(2, 3, 10);
  const Outcome right = outcome_of(run);
  Outcome outcome = right;
  std::swap(outcome[1].spans[3][0], outcome[1].spans[3][1]);
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("another element of this state"));
  outcome = right;
  outcome[2].spans[5][1] = right[2].spans[3][1];
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("an element of another state"));
  outcome[0].spans[3][3] = std::nan("");
  CHECK_THAT(told_of(run, outcome), test::ContainsSubstring("has not been written"));
}

TEST_CASE("runs that do not end are not told about rings") {
  const Case run = reshard_case(4, 2, 8);
  const auto nudge_of = [&](const Program& program) {
    const std::vector<Finding> findings = judge(simulate(run, program));
    REQUIRE(!findings.empty());
    CHECK(findings.back().sentence.find("message'") == std::string::npos);
    return findings.back().nudge;
  };
  // Ranks 2 and 3, which get no shard, leave at once.
  CHECK_THAT(nudge_of([](Comm& comm, const Case& c, const std::vector<std::span<float>>& spans) {
               if (comm.rank() < c.to_ranks) move_element_by_element(comm, c, spans);
             }),
             test::ContainsSubstring("one without a new shard has to send"));
  CHECK_THAT(nudge_of([](Comm& comm, const Case&, const std::vector<std::span<float>>& spans) {
               comm.send(spans[0], comm.rank());
             }),
             test::ContainsSubstring("copied, not sent"));
  // Rank 1 sends its whole shard, of which rank 0 wants half.
  CHECK_THAT(nudge_of([](Comm& comm, const Case&, const std::vector<std::span<float>>& spans) {
               if (comm.rank() == 1) comm.send(spans[0], 0);
               if (comm.rank() == 0) comm.recv(spans[3].subspan(0, 1), 1);
             }),
             test::ContainsSubstring("sender and receiver need the same elements"));
}

TEST_CASE("each misstep of resharding is told as itself") {
  CHECK(mistaken_for_others({reshard_case(2, 3, 6), reshard_case(8, 5, 37), reshard_case(5, 8, 37),
                             reshard_case(4, 2, 11)}) == std::vector<std::string>{});
}

}  // namespace zerolab::exercises
