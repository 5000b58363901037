// How runs end, and single records that no program above leads to.
#include "exercises/judge/findings.hpp"

#include "tests/catch.hpp"
#include "tests/exercises/judge/programs.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;
using Spans = std::vector<std::span<float>>;

Case case_with(int exercise, int ranks, std::size_t elements, Delivery delivery) {
  Case run;
  run.exercise = exercise;
  run.ranks = ranks;
  run.elements = elements;
  run.delivery = delivery;
  return run;
}

}  // namespace

TEST_CASE("an ending that takes everything is the only finding") {
  for (const Ending ending :
       {Ending::unwritten, Ending::crashed, Ending::ended_early, Ending::endless,
        Ending::out_of_memory, Ending::forbidden, Ending::flood, Ending::not_run}) {
    RunRecord record;
    record.run = case_with(3, 2, 4, Delivery::buffered);
    record.ending = ending;
    record.detail = "the reason";
    const std::vector<Finding> findings = judge(record);
    INFO(to_string(ending));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].aspect == Aspect::safety);
    CHECK(findings[0].nudge.find("reason") == std::string::npos);
  }
}

TEST_CASE("an exception is told with its rank") {
  const Case run = case_with(3, 2, 4, Delivery::buffered);
  const std::vector<Finding> findings = judge(simulate(
      run, [](Comm&, const Case&, const Spans&) { throw std::runtime_error("vector::at"); }));
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].sentence, ContainsSubstring("threw: vector::at"));
}

TEST_CASE("a rank that waits for one that has returned is told who") {
  const Case run = case_with(5, 3, 6, Delivery::rendezvous);
  const auto program = [](Comm& comm, const Case&, const Spans& spans) {
    if (comm.rank() != 1) ring_first_half(comm, spans[0]);
  };
  const std::vector<Finding> findings = judge(simulate(run, program));
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].aspect == Aspect::counts);
  CHECK_THAT(findings[0].sentence, ContainsSubstring("rank 1 stops after 0 messages"));
  CHECK_THAT(findings[1].sentence, ContainsSubstring("has returned"));
  CHECK(findings[1].aspect == Aspect::deadlock);
}

TEST_CASE("sizes that disagree end the run and the wrong one is named") {
  // Sends the right chunk, and expects as much as it sends.
  const Case run = case_with(3, 3, 7, Delivery::buffered);
  const auto program = [](Comm& comm, const Case&, const Spans& spans) {
    const Range out = cut(Cut::balanced, 7, 3)[static_cast<std::size_t>((comm.rank() + 2) % 3)];
    std::vector<float> in(out.size());
    comm.sendrecv(spans[0].subspan(out.begin, out.size()), right_of(comm), in, left_of(comm));
  };
  const std::vector<Finding> findings = judge(simulate(run, program));
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].aspect == Aspect::counts);
  CHECK_THAT(findings[0].sentence,
             ContainsSubstring("receives") && ContainsSubstring("which sends"));
}

TEST_CASE("a message that nobody receives is a matter of counts") {
  const Case run = case_with(3, 2, 4, Delivery::buffered);
  const auto program = [](Comm& comm, const Case&, const Spans& spans) {
    ring_first_half(comm, spans[0]);
    if (comm.rank() == 1) comm.send(spans[0], 0);
  };
  const std::vector<Finding> findings = judge(simulate(run, program));
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].aspect == Aspect::counts);
  CHECK_THAT(findings[0].sentence, ContainsSubstring("rank 1 sends 2 messages instead of 1"));
}

TEST_CASE("another order of additions is seen in the last bits") {
  Case run = case_with(5, 5, 40, Delivery::buffered);
  run.input = Input::rounding;
  CHECK(judge(simulate(run, both_halves({}))).empty());
  const RunRecord right = simulate(run, both_halves({}));
  // The same messages, but the result added in rank order.
  RunRecord record = right;
  for (RankResult& rank : record.ranks) {
    for (std::size_t i = 0; i < run.elements; ++i) {
      float sum = 0;
      for (int r = 0; r < 5; ++r) sum += input_block(run, r)[guard_elements + i];
      rank.block[guard_elements + i] = sum;
    }
  }
  const std::vector<Finding> findings = judge(record);
  REQUIRE(findings.size() == 1);
  CHECK_THAT(findings[0].sentence, ContainsSubstring("only the last bits differ"));
}

TEST_CASE("guard words and inputs that changed are told with their side") {
  Case run = case_with(2, 3, 4, Delivery::buffered);
  const auto record = [&] {
    return simulate(run, [](Comm& comm, const Case&, const Spans& spans) {
      comm.sendrecv(spans[0], right_of(comm), spans[1], left_of(comm));
    });
  };
  const auto sentence = [](const RunRecord& changed) {
    const std::vector<Finding> findings = judge(changed);
    return findings.size() == 1 && findings[0].aspect == Aspect::memory ? findings[0].sentence : "";
  };
  const std::size_t mine = guard_elements;
  const std::size_t left = 2 * guard_elements + 4;
  RunRecord changed = record();
  CHECK(judge(changed).empty());
  changed.ranks[1].block[left + 4] = changed.ranks[1].block[left + 5] = 1;
  CHECK(sentence(changed) == "rank 1 wrote 2 elements past the end of `from_left`");
  changed = record();
  changed.ranks[2].block[mine - 1] = 1;
  CHECK(sentence(changed) == "rank 2 wrote 1 element before the beginning of `mine`");
  changed = record();
  changed.ranks[0].block[left - 1] = 1;
  CHECK(sentence(changed) == "rank 0 wrote 1 element before the beginning of `from_left`");
  changed = record();
  changed.ranks[0].block[mine + 2] = 1;
  CHECK_THAT(sentence(changed), ContainsSubstring("rank 0 changed element 2 of `mine`"));
}

}  // namespace zerolab::exercises
