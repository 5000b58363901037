// ThreadRunner: every way in which a run can end has its Ending, and the record is complete.
#include "exercises/check/thread_runner.hpp"

#include <barrier>
#include <new>
#include <stdexcept>

#include "exercises/comm/not_written.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/check/student.hpp"

namespace zerolab::exercises {
namespace {

using test::ContainsSubstring;
using test::set_student;
using Values = std::vector<float>;

Case all_reduce_of(int ranks, Delivery delivery = Delivery::rendezvous) {
  Case run;
  run.exercise = 5;
  run.ranks = ranks;
  run.elements = 4;
  run.delivery = delivery;
  return run;
}

RunRecord run_threads(const Case& run) {
  return ThreadRunner().run(run);
}

TEST_CASE("every rank has its own block and calls") {
  const Case run = all_reduce_of(3);
  set_student([](Comm& comm, int rank, std::span<float> block) {
    const Values mine{static_cast<float>(rank)};
    Values from_left(1);
    comm.sendrecv(mine, (rank + 1) % 3, from_left, (rank + 2) % 3);
    block[guard_elements] = from_left[0];
    return std::vector<std::int64_t>{rank};
  });
  const RunRecord record = run_threads(run);
  CHECK(record.ending == Ending::finished);
  CHECK(record.run == run);
  REQUIRE(record.ranks.size() == 3);
  for (int rank = 0; rank < 3; ++rank) {
    const RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    const auto left = static_cast<float>((rank + 2) % 3);
    CHECK(result.numbers == std::vector<std::int64_t>{rank});
    CHECK(result.calls ==
          std::vector<LoggedCall>{
              {{{(rank + 1) % 3, {static_cast<float>(rank)}}}, {{(rank + 2) % 3, {left}}}, true}});
    REQUIRE(result.block.size() == block_elements(run, 0));
    CHECK(result.block[guard_elements] == left);
    CHECK(result.block[guard_elements + 1] == input_block(run, rank)[guard_elements + 1]);
  }
}

TEST_CASE("an exercise that answers with numbers is asked once per rank and alone") {
  Case run;
  run.exercise = 1;
  run.ranks = 3;
  run.elements = 7;
  set_student([](Comm& comm, int rank, std::span<float>) {
    return std::vector<std::int64_t>{comm.size(), rank};
  });
  const RunRecord record = run_threads(run);
  REQUIRE(record.ranks.size() == 3);
  for (int rank = 0; rank < 3; ++rank) {
    CHECK(record.ranks[static_cast<std::size_t>(rank)].numbers ==
          std::vector<std::int64_t>{1, rank});
  }
}

TEST_CASE("ranks are threads that can wait for each other outside of Comm") {
  std::barrier meeting(8);
  set_student([&](Comm&) { meeting.arrive_and_wait(); });
  CHECK(run_threads(all_reduce_of(8)).ending == Ending::finished);
}

TEST_CASE("as handed out is its own ending") {
  set_student([](Comm&) { not_written(5); });
  const RunRecord record = run_threads(all_reduce_of(2));
  CHECK(record.ending == Ending::unwritten);
  CHECK(record.detail == "exercise 05 is not written yet");
}

TEST_CASE("ranks that all send first are in a deadlock unless sends are buffered") {
  set_student([](Comm& comm) {
    Values data(2);
    comm.send(data, (comm.rank() + 1) % comm.size());
    comm.recv(data, (comm.rank() + comm.size() - 1) % comm.size());
  });
  const RunRecord record = run_threads(all_reduce_of(3));
  CHECK(record.ending == Ending::deadlock);
  CHECK(record.culprit == -1);
  CHECK_THAT(record.detail, ContainsSubstring("rank 0 waits to send"));
  REQUIRE(record.ranks[2].calls.size() == 1);
  CHECK_FALSE(record.ranks[2].calls[0].finished);
  CHECK(record.ranks[2].block.empty());
  CHECK(run_threads(all_reduce_of(3, Delivery::buffered)).ending == Ending::finished);
}

TEST_CASE("to wait for a rank that has returned is a deadlock too") {
  set_student([](Comm& comm) {
    Values data(2);
    if (comm.rank() == 1) comm.recv(data, 0);
  });
  const RunRecord record = run_threads(all_reduce_of(2));
  CHECK(record.ending == Ending::deadlock);
  CHECK(record.culprit == 1);
  CHECK_THAT(record.detail, ContainsSubstring("which has ended"));
}

TEST_CASE("lengths that differ and peers that cannot be are mismatches") {
  const int peer = GENERATE(1, 2, 0);
  set_student([&](Comm& comm) {
    Values data(comm.rank() == 0 ? 2 : 3);
    if (comm.rank() == 0) comm.send(data, peer);
    if (comm.rank() == 1) comm.recv(data, 0);
  });
  CHECK(run_threads(all_reduce_of(2)).ending == Ending::mismatch);
}

TEST_CASE("a buffered message that nobody received is found at the end") {
  set_student([](Comm& comm) {
    const Values data(2);
    if (comm.rank() == 0) comm.send(data, 1);
  });
  const RunRecord record = run_threads(all_reduce_of(2, Delivery::buffered));
  CHECK(record.ending == Ending::unreceived);
  CHECK_THAT(record.detail, ContainsSubstring("without receiving it"));
  CHECK(record.ranks[0].block.size() == block_elements(record.run, 0));
}

TEST_CASE("what the function throws is told with its rank and ends the others") {
  set_student([](Comm& comm) {
    Values data(2);
    if (comm.rank() == 1) throw std::out_of_range("no such chunk");
    comm.recv(data, 1);
  });
  const RunRecord record = run_threads(all_reduce_of(3));
  CHECK(record.ending == Ending::threw);
  CHECK(record.culprit == 1);
  CHECK(record.detail == "no such chunk");
}

TEST_CASE("whatever is thrown has an ending") {
  set_student([](Comm&) { throw 3; });
  CHECK(run_threads(all_reduce_of(1)).ending == Ending::threw);
  set_student([](Comm&) { throw std::bad_alloc(); });
  CHECK(run_threads(all_reduce_of(1)).ending == Ending::out_of_memory);
}

TEST_CASE("a failure that the function swallows is still how the run ended") {
  set_student([](Comm& comm) {
    Values data(2);
    try {
      if (comm.rank() == 0) comm.send(data, 7);
    } catch (const std::exception&) {
    }
  });
  const RunRecord record = run_threads(all_reduce_of(2));
  CHECK(record.ending == Ending::mismatch);
  CHECK(record.culprit == 0);
}

TEST_CASE("messages without end are a flood") {
  set_student([](Comm& comm) {
    const Values out(2);
    Values in(2);
    while (true) comm.sendrecv(out, 1 - comm.rank(), in, 1 - comm.rank());
  });
  const RunRecord record = run_threads(all_reduce_of(2));
  CHECK(record.ending == Ending::flood);
  CHECK(record.culprit >= 0);
}

}  // namespace
}  // namespace zerolab::exercises
