// IsolatedRunner: a run that takes its process with it is a record like any other, and the next
// run is not disturbed.
#include "exercises/check/isolated_runner.hpp"

#include <csignal>
#include <cstdlib>

#include "exercises/check/thread_runner.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/check/student.hpp"

namespace zerolab::exercises {
namespace {

using test::ContainsSubstring;
using test::set_student;

Case small_case(int ranks) {
  Case run;
  run.exercise = 5;
  run.ranks = ranks;
  run.elements = 4;
  return run;
}

RunRecord run_isolated(const Case& run) {
  IsolationLimits limits;
  limits.cpu_seconds = 1;
  return IsolatedRunner(limits).run(run);
}

// Out of sight of the optimizer, which may do as it likes with undefined behaviour.
volatile bool forever = true;

[[gnu::noinline]] int deeper(int depth) {
  volatile char room[4096] = {};
  room[static_cast<std::size_t>(depth) % sizeof room] = 1;
  return forever ? deeper(depth + 1) + room[0] : room[0];
}

TEST_CASE("a run that goes well is as on threads of this process") {
  set_student([](Comm& comm, int rank, std::span<float> block) {
    std::vector<float> arrived(4);
    comm.sendrecv(block.subspan(guard_elements, 4), (rank + 1) % 3, arrived, (rank + 2) % 3);
    return std::vector<std::int64_t>{rank};
  });
  const RunRecord isolated = run_isolated(small_case(3));
  const RunRecord here = ThreadRunner().run(small_case(3));
  CHECK(isolated.ending == Ending::finished);
  CHECK(isolated.run == here.run);
  REQUIRE(isolated.ranks.size() == 3);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    CHECK(isolated.ranks[rank].calls == here.ranks[rank].calls);
    CHECK(isolated.ranks[rank].numbers == here.ranks[rank].numbers);
    // Guard words are NaN, which is not equal to itself: the elements in between.
    CHECK(std::equal(isolated.ranks[rank].block.begin() + guard_elements,
                     isolated.ranks[rank].block.begin() + guard_elements + 4,
                     here.ranks[rank].block.begin() + guard_elements));
  }
}

TEST_CASE("a crash names the signal and the rank") {
  struct Crash {
    int signal;
    std::string name;
  };
  const auto crash = GENERATE(values<Crash>({{SIGSEGV, "SIGSEGV; reading or writing outside"},
                                             {SIGFPE, "SIGFPE; a whole number divided by zero"},
                                             {SIGABRT, "SIGABRT"}}));
  set_student([&](Comm& comm) {
    std::vector<float> data(1);
    if (comm.rank() != 2) comm.recv(data, 2);
    raise(crash.signal);
  });
  const RunRecord record = run_isolated(small_case(4));
  CHECK(record.ending == Ending::crashed);
  CHECK(record.culprit == 2);
  CHECK_THAT(record.detail, ContainsSubstring(crash.name));
  CHECK(record.ranks.size() == 4);
}

TEST_CASE("a function that calls itself without end is a crash with its rank") {
  set_student([](Comm& comm) {
    std::vector<float> data(1);
    if (comm.rank() == 1) data[0] = static_cast<float>(deeper(0));
    comm.recv(data, 1);
  });
  const RunRecord record = run_isolated(small_case(3));
  CHECK(record.ending == Ending::crashed);
  CHECK(record.culprit == 1);
}

TEST_CASE("an endless loop is ended after so much computing and names the rank") {
  set_student([](Comm& comm) {
    std::vector<float> data(1);
    if (comm.rank() == 1) {
      while (forever) data[0] = 1;
    }
    comm.recv(data, 1);
  });
  const RunRecord record = run_isolated(small_case(3));
  CHECK(record.ending == Ending::endless);
  CHECK(record.culprit == 1);
  CHECK_THAT(record.detail, ContainsSubstring("1 s, in rank 1;"));
}

TEST_CASE("a function that ends the program has ended early") {
  const int status = GENERATE(0, 5);
  set_student([&](Comm& comm) {
    std::vector<float> data(1);
    if (comm.rank() == 0) comm.recv(data, 1);
    std::_Exit(status);
  });
  const RunRecord record = run_isolated(small_case(2));
  CHECK(record.ending == Ending::ended_early);
  CHECK_THAT(record.detail, ContainsSubstring("with status " + std::to_string(status)));
}

TEST_CASE("a run after a crash is not disturbed by it") {
  set_student([](Comm&) { std::abort(); });
  CHECK(run_isolated(small_case(2)).ending == Ending::crashed);
  set_student([](Comm&) {});
  CHECK(run_isolated(small_case(2)).ending == Ending::finished);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they have their own limits
TEST_CASE("memory without end is an ending and not the machine's") {
  set_student([](Comm&) {
    std::vector<std::vector<float>> hoard;
    while (forever) hoard.emplace_back().reserve(std::size_t{1} << 24);
  });
  CHECK(run_isolated(small_case(2)).ending == Ending::out_of_memory);
}
#endif

}  // namespace
}  // namespace zerolab::exercises
