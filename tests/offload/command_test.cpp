// zerolab offload, run as a user runs it.
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

TEST_CASE("offload as json has every world and scheme with counts that agree") {
  const auto report = run_json(
      "offload --ranks 1,3 --units 4 --elements 1000 --scale 1 --prefetch 2 --repeat 1 --json");
  REQUIRE(report.at("worlds").size() == 2);
  for (const auto& world : report.at("worlds")) {
    REQUIRE(world.at("schemes").size() == 3);
    for (const auto& scheme : world.at("schemes")) {
      CHECK(scheme.at("agrees") == true);
      CHECK(scheme.at("ranks").size() == world.at("world_size"));
    }
  }
  const auto& owner = report.at("worlds").at(1).at("schemes").at(0);
  CHECK(owner.at("scheme") == "owner-broadcast");
  // Rank 0 owns units 0 and 3.
  CHECK(owner.at("ranks").at(0).at("link_bytes").at("measured") == 8000);
  CHECK(owner.at("ranks").at(1).at("link_bytes").at("measured") == 4000);
  CHECK(owner.at("ranks").at(0).at("received_elements").at("measured") == 2000);
}

TEST_CASE("offload for people shows exact counts") {
  const ProgramResult result =
      run_program("offload --ranks 4 --units 4 --elements 1000 --scale 1 --repeat 1");
  CHECK(result.exit_status == 0);
  CHECK(result.error.empty());
  CHECK_THAT(result.out, ContainsSubstring("owner-prefetch:4"));
  CHECK_THAT(result.out, ContainsSubstring("4,000 ✓"));
  CHECK_THAT(result.out, ContainsSubstring("Counted as by the formulas ✓"));
}

TEST_CASE("offload refuses what cannot be meant") {
  check_refused("offload --ranks 0", "ranks '0': give a whole number from 1 to 64");
  check_refused("offload --ranks 65", "ranks '65'");
  check_refused("offload --link 0", "link '0': give bytes per second, at least 1");
  check_refused("offload --host fast", "host 'fast': give bytes per second");
  check_refused("offload --latency 3", "latency '3': give a time from 0 to 1s");
  check_refused("offload --latency -1us", "latency '-1us'");
  check_refused("offload --scale 0.5", "scale '0.5'");
  check_refused("offload --units 0", "--units 0: give a whole number of at least 1");
  check_refused("offload --prefetch 0", "--prefetch 0");
  check_refused("offload --repeat 0", "--repeat 0");
  check_refused("offload --elements 0", "elements");
  check_refused("offload --elements 1e15", "GB of memory are free");
  check_refused("offload --link 1K", "the links alone would take");
}
