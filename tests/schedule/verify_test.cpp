// verify names each kind of mistake, at the transfer that makes it.
#include "core/schedule/verify.hpp"

#include <algorithm>

#include "core/schedule/chain.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/ring.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

Finding first_of(const Verdict& verdict, FindingKind kind) {
  const auto found = std::find_if(verdict.findings.begin(), verdict.findings.end(),
                                  [&](const Finding& finding) { return finding.kind == kind; });
  INFO("looking for: " << to_string(kind));
  REQUIRE(found != verdict.findings.end());
  return *found;
}

// The transfer of `step` that leaves `source`.
Transfer& at(Schedule& schedule, int step, int source) {
  return *std::find_if(schedule.transfers.begin(), schedule.transfers.end(),
                       [&](const Transfer& t) { return t.step == step && t.source == source; });
}

}  // namespace

TEST_CASE("a transfer to a rank that is not the neighbour") {
  Schedule schedule = ring_reduce_scatter(4);
  at(schedule, 1, 2).destination = 0;
  const Finding finding = first_of(verify(schedule), FindingKind::not_the_neighbour);
  CHECK(finding.step == 1);
  CHECK(finding.rank == 2);
  CHECK(finding.message ==
        "step 1: rank 2 sends chunk 0 to rank 0, which is not its neighbour: in a ring that is "
        "rank 3");
}

TEST_CASE("a chunk sent before it is held") {
  Schedule schedule = ring_all_gather(4);
  at(schedule, 0, 1).chunk = 3;
  const Finding finding = first_of(verify(schedule), FindingKind::sent_before_held);
  CHECK(finding.message == "step 0: rank 1 sends chunk 3 to rank 2 before it holds anything of it");
}

TEST_CASE("two arrivals on one chunk in one step") {
  Schedule schedule = chain_reduce(4, 3, 1);
  for (Transfer& t : schedule.transfers) t = {0, t.source, 3, 0, Combine::add};
  schedule.algorithm = "direct";
  const Finding finding = first_of(verify(schedule), FindingKind::two_arrivals);
  CHECK(finding.message ==
        "step 0: two transfers arrive in chunk 0 of rank 3; in one step there may be one");
}

TEST_CASE("a contribution counted twice") {
  Schedule schedule = ring_reduce_scatter(3);
  schedule.transfers.push_back({2, 1, 2, 2, Combine::add});
  const Finding finding = first_of(verify(schedule), FindingKind::counted_twice);
  CHECK(finding.step == 2);
  CHECK(finding.rank == 2);
  CHECK(finding.message ==
        "step 2: rank 2 adds chunk 2 from rank 1 and then holds rank 0's input 2 times, should "
        "hold it at most 1");
}

TEST_CASE("a transfer that changes nothing") {
  Schedule schedule = ring_all_gather(3);
  schedule.transfers.push_back({2, 0, 1, 0, Combine::copy});
  const Verdict verdict = verify(schedule);
  CHECK(
      first_of(verdict, FindingKind::waste).message ==
      "step 2: rank 0 sends chunk 0 to rank 1, which holds just that already: it changes nothing");
  CHECK(verdict.findings.size() == 1);
}

TEST_CASE("a wrong result says which input is missing") {
  Schedule schedule = ring_reduce_scatter(4);
  schedule.transfers.pop_back();
  const Verdict verdict = verify(schedule);
  CHECK(first_of(verdict, FindingKind::wrong_result).message ==
        "at the end: rank 0 chunk 0: holds rank 1's input 0 times, should hold it 1");
}

TEST_CASE("copying where adding was due loses contributions") {
  Schedule schedule = ring_all_reduce(4);
  at(schedule, 1, 0).combine = Combine::copy;
  CHECK(first_of(verify(schedule), FindingKind::wrong_result).kind == FindingKind::wrong_result);
}

TEST_CASE("adding where nothing is held") {
  // In memory something lies there all the same.
  Schedule schedule = ring_all_gather(3);
  at(schedule, 1, 2).combine = Combine::add;
  CHECK(first_of(verify(schedule), FindingKind::added_to_nothing).message ==
        "step 1: rank 0 adds chunk 1 from rank 2 to what it does not hold yet: it should copy it");
}

TEST_CASE("a chunk received while it is sent") {
  // Two ranks swap their sums of one chunk: each reads what the other is writing.
  const Schedule schedule{Collective::all_reduce,
                          "mine",
                          2,
                          1,
                          std::nullopt,
                          {{0, 0, 1, 0, Combine::add}, {0, 1, 0, 0, Combine::add}}};
  const Verdict verdict = verify(schedule);
  CHECK(first_of(verdict, FindingKind::written_while_sent).message ==
        "step 0: rank 1 receives chunk 0 from rank 0 while it sends it: what it sends could be the "
        "old or the new");
  CHECK(verdict.findings.size() == 2);
}

TEST_CASE("one sum made in two orders") {
  // Rank 3 keeps rank 0's input, so that rank 0 makes (0+1)+(2+3) and rank 1 makes (1+(2+3))+0.
  const Schedule schedule{Collective::all_reduce,
                          "mine",
                          4,
                          1,
                          std::nullopt,
                          {{0, 3, 2, 0, Combine::add},
                           {1, 0, 3, 0, Combine::copy},
                           {2, 1, 0, 0, Combine::add},
                           {3, 2, 0, 0, Combine::add},
                           {3, 2, 1, 0, Combine::add},
                           {4, 3, 1, 0, Combine::add},
                           {5, 0, 2, 0, Combine::copy},
                           {5, 0, 3, 0, Combine::copy}}};
  const Verdict verdict = verify(schedule);
  CHECK(first_of(verdict, FindingKind::different_order).message ==
        "at the end: rank 1 chunk 0: was added up in another order than rank 0's, so that their "
        "bits may differ");
  CHECK(verdict.findings.size() == 1);
}

TEST_CASE("each algorithm's claim to neighbours is checked by its name") {
  const auto message = [](const char* algorithm, int n, int source, int destination) {
    Schedule schedule{Collective::all_reduce, algorithm, n, 1, std::nullopt, {}};
    schedule.transfers.push_back({0, source, destination, 0, Combine::add});
    const auto findings = verify(schedule).findings;
    REQUIRE_FALSE(findings.empty());
    return findings[0].kind == FindingKind::not_the_neighbour ? findings[0].message : "";
  };
  CHECK(message("bidirectional-ring", 5, 0, 4).empty());
  CHECK(message("bidirectional-ring", 5, 0, 3) ==
        "step 0: rank 0 sends chunk 0 to rank 3, which is not its neighbour: in a "
        "bidirectional-ring those are ranks 1 and 4");
  CHECK(message("bidirectional-ring", 2, 0, 1).empty());
  CHECK(message("hierarchical:3", 6, 2, 0).empty());
  CHECK(message("hierarchical:3", 6, 2, 5).empty());
  CHECK(message("hierarchical:3", 6, 2, 3) ==
        "step 0: rank 2 sends chunk 0 to rank 3, which is not its neighbour: in a hierarchical:3 "
        "those are ranks 0 and 5");
  CHECK(message("direct", 6, 2, 5).empty());
  CHECK(message("mine", 6, 2, 5).empty());
}

TEST_CASE("a step reads the state that the last one left") {
  // Rank 1 passes chunk 0 on in the very step in which it arrives: it does not hold it yet.
  Schedule schedule = chain_broadcast(3, 0, 1);
  for (Transfer& t : schedule.transfers) t.step = 0;
  CHECK(first_of(verify(schedule), FindingKind::sent_before_held).rank == 1);
}

TEST_CASE("malformed schedules are reported and not run") {
  const auto only = [](Schedule schedule) {
    const Verdict verdict = verify(schedule);
    REQUIRE_FALSE(verdict.correct());
    return verdict.findings[0];
  };
  Schedule schedule = ring_all_gather(3);
  schedule.transfers[0].destination = 3;
  CHECK(only(schedule).message == "step 0: rank 3 does not exist: the ranks are 0 to 2");
  schedule = ring_all_gather(3);
  schedule.transfers[1].chunk = -1;
  CHECK(only(schedule).message == "step 0: chunk -1 does not exist: the chunks are 0 to 2");
  schedule = ring_all_gather(3);
  schedule.transfers[1].destination = 1;
  CHECK(only(schedule).message == "step 0: rank 1 sends chunk 1 to itself");
  schedule = ring_all_gather(3);
  schedule.transfers.back().step = 0;
  CHECK(only(schedule).kind == FindingKind::out_of_order);
  schedule = ring_all_gather(3);
  schedule.chunk_count = 4;
  CHECK(only(schedule).kind == FindingKind::malformed);
  schedule = chain_broadcast(3, 0, 2);
  schedule.root.reset();
  CHECK(only(schedule).message == "broadcast needs a root from 0 to 2");
  schedule.world_size = 0;
  CHECK(only(schedule).message == "0 ranks: at least 1 is needed");
}

TEST_CASE("dropping or changing any transfer of a ring is noticed") {
  for (const int n : {2, 3, 4, 5}) {
    for (const Schedule& right : {ring_reduce_scatter(n), ring_all_gather(n), ring_all_reduce(n)}) {
      for (std::size_t i = 0; i < right.transfers.size(); ++i) {
        Schedule wrong = right;
        wrong.transfers.erase(wrong.transfers.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK_FALSE(verify(wrong).correct());

        wrong = right;
        Transfer& t = wrong.transfers[i];
        t.combine = t.combine == Combine::add ? Combine::copy : Combine::add;
        CHECK_FALSE(verify(wrong).correct());

        wrong = right;
        wrong.transfers[i].chunk = (right.transfers[i].chunk + 1) % n;
        CHECK_FALSE(verify(wrong).correct());
      }
    }
  }
}
