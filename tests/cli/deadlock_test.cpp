// zerolab deadlock: which orders of calls end, and how buffers hide those that do not.
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

namespace {

std::vector<bool> ends(const std::string& words) {
  std::vector<bool> all;
  const auto report = run_json("deadlock --json " + words);
  for (const auto& row : report.at("rows")) all.push_back(row.at("ends"));
  return all;
}

}  // namespace

TEST_CASE("sending first deadlocks at every size and for every world") {
  for (const char* ranks : {"2", "3", "8"}) {
    CHECK(ends(std::string("--bytes 4,4K,1M --ranks ") + ranks) ==
          std::vector{false, false, false});
  }
}

TEST_CASE("buffers hide the deadlock up to their size") {
  CHECK(ends("--bytes 4,4K,4100 --eager 4K") == std::vector{true, true, false});
}

TEST_CASE("even and odd ranks in turn, or both calls together, end") {
  for (const char* order : {"even-odd", "together"}) {
    for (const char* ranks : {"2", "3", "8"}) {
      CHECK(ends(std::string("--bytes 4,1M --order ") + order + " --ranks " + ranks) ==
            std::vector{true, true});
    }
  }
}

TEST_CASE("the circle of ranks is shown") {
  const ProgramResult result = run_program("deadlock --ranks 3 --bytes 1K");
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("deadlock"));
  CHECK_THAT(result.out, ContainsSubstring("rank 0 waits to send"));
  CHECK_THAT(result.out, ContainsSubstring("rank 2"));
}

TEST_CASE("what cannot be passed round is refused") {
  check_refused("deadlock --ranks 1", "a rank needs a neighbour");
  check_refused("deadlock --order first", "unknown order 'first'");
  check_refused("deadlock --bytes 0", "size '0'");
}
