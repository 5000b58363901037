// zerolab schedule: what it prints reads back and is proved, and of a schedule with an error it
// names the first wrong step.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

namespace {

using Json = nlohmann::json;

constexpr auto ring_of_three =
    "collective reduce-scatter\n"
    "algorithm ring\n"
    "ranks 3\n"
    "chunks 3\n"
    "step 0: 0 -> 1 chunk 2 add\n"
    "step 0: 1 -> 2 chunk 0 add\n"
    "step 0: 2 -> 0 chunk 1 add\n"
    "step 1: 0 -> 1 chunk 1 add\n"
    "step 1: 1 -> 2 chunk 2 add\n"
    "step 1: 2 -> 0 chunk 0 add\n";

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t position = text.find(part);
  REQUIRE(position != std::string::npos);
  return text.replace(position, part.size(), by);
}

}  // namespace

TEST_CASE("a schedule is printed in its text form and proved") {
  const ProgramResult result = run_program("schedule --collective reduce-scatter --ranks 3");
  CHECK(result.exit_status == 0);
  CHECK(result.out == std::string(ring_of_three) +
                          "# reduce-scatter (ring) on 3 ranks: 2 steps, 6 transfers\n"
                          "# verified: correct, each rank ends with all ranks' inputs of its own "
                          "chunk, each exactly once\n");
}

TEST_CASE("what is printed reads back as a correct schedule") {
  const TemporaryFolder folder;
  for (const std::string collective :
       {"reduce-scatter", "all-gather", "all-reduce", "broadcast --root 2", "reduce --root 3",
        "all-reduce --algorithm double-binary-tree", "all-gather --algorithm halving-doubling",
        "reduce-scatter --algorithm hierarchical", "reduce --root 1 --algorithm binomial"}) {
    for (const std::string ranks : {"4", "7"}) {
      const ProgramResult printed =
          run_program("schedule --collective " + collective + " --ranks " + ranks);
      REQUIRE(printed.exit_status == 0);
      const std::string file = folder.file("schedule.txt", printed.out);
      const ProgramResult checked = run_program("schedule --file " + file);
      INFO(checked.out);
      CHECK(checked.exit_status == 0);
      CHECK(checked.out.starts_with(file + ": correct. "));
      const Json report = run_json("schedule --json --file " + file);
      CHECK(report.at("correct") == true);
      CHECK(report.at("findings").empty());
      CHECK(printed.out.starts_with(report.at("text").get<std::string>()));
    }
  }
}

TEST_CASE("the first wrong step is named with its line") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text, const std::string& part) {
    const std::string file = folder.file("mine.txt", text);
    const ProgramResult result = run_program("schedule --file " + file);
    INFO(result.out);
    CHECK(result.exit_status == 1);
    CHECK(result.error.empty());
    CHECK(result.out.starts_with(file + ": wrong. reduce-scatter (ring) on 3 ranks: "));
    CHECK_THAT(result.out, ContainsSubstring(part));
  };
  SECTION("a contribution that is added twice") {
    check(replaced(ring_of_three, "1: 0 -> 1 chunk 1", "1: 0 -> 1 chunk 2"),
          "\nfirst wrong step: step 1: rank 1 adds chunk 2 from rank 0 and then holds rank 0's "
          "input 2 times, should hold it at most 1\n"
          "  line 8: step 1: 0 -> 1 chunk 2 add\n");
  }
  SECTION("a rank that is not the neighbour, in a file with comments and blank lines") {
    check("# my ring\n\n" + replaced(ring_of_three, "0: 1 -> 2", "  0: 1 -> 0"),
          "\nfirst wrong step: step 0: rank 1 sends chunk 0 to rank 0, which is not its "
          "neighbour: in a ring that is rank 2\n"
          "  line 8: step 0: 1 -> 0 chunk 0 add\n");
  }
  SECTION("a transfer that is missing: no one step is wrong") {
    check(replaced(ring_of_three, "step 1: 2 -> 0 chunk 0 add\n", ""),
          "\nno step is wrong by itself, but at the end: rank 0 chunk 0: holds rank 1's input 0 "
          "times, should hold it 1\n");
  }
  SECTION("a rank that does not exist") {
    check(replaced(ring_of_three, "0: 2 -> 0", "0: 2 -> 3"),
          "\nfirst wrong step: step 0: rank 3 does not exist: the ranks are 0 to 2\n"
          "  line 7: step 0: 2 -> 3 chunk 1 add\n");
  }
}

TEST_CASE("the json of a wrong schedule lists the findings") {
  const TemporaryFolder folder;
  const std::string file =
      folder.file("mine.txt", replaced(ring_of_three, "0: 1 -> 2", "0: 1 -> 0"));
  const Json report = run_json("schedule --json --file " + file, 1);
  CHECK(report.at("correct") == false);
  const Json& first = report.at("findings").at(0);
  CHECK(first.at("kind") == "not the neighbour");
  CHECK(first.at("step") == 0);
  CHECK(first.at("rank") == 1);
  CHECK(first.at("transfer") == 1);
  CHECK(report.at("ranks").at(0).at("received_messages").at("predicted") == 3);
}

TEST_CASE("schedule refuses what it cannot read or build") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& text) { return folder.file("bad.txt", text); };
  check_refused("schedule --file " + file("collective reduce-scatter\nranks three\n"),
                "bad.txt line 2: 'ranks three'");
  check_refused("schedule --file " + file(replaced(ring_of_three, "chunk 1 add", "chunk 1")),
                "bad.txt line 7: 'step 0: 2 -> 0 chunk 1': expected 'step S: A -> B chunk C "
                "add|copy'");
  check_refused("schedule --file " + file(""), "has no line 'collective …'");
  check_refused("schedule --file " + folder.path("missing.txt").string(), "cannot read ");
  check_refused("schedule --collective gossip --ranks 4", "unknown collective 'gossip'");
  check_refused("schedule --collective all-reduce --ranks 0", "a whole number from 1 to 1,024");
  check_refused("schedule --collective all-reduce --ranks 1000000", "from 1 to 1,024");
  check_refused("schedule --collective broadcast --ranks 4 --algorithm ring",
                "broadcast has no algorithm 'ring': it may be chain, binomial");
  check_refused("schedule --collective all-gather --ranks 6 --algorithm hierarchical:4",
                "6 ranks are not whole nodes of 4");
  check_refused("schedule --collective reduce --ranks 4 --root 4", "a root from 0 to 3, got 4");
  check_refused("schedule", "give --collective C and --ranks N, or --file F");
  check_refused("schedule --file x --ranks 4", "excludes", Hint::help);
}

TEST_CASE("schedule help shows an example") {
  const ProgramResult help = run_program("schedule --help");
  CHECK(help.exit_status == 0);
  CHECK_THAT(help.out, ContainsSubstring("Example: zerolab schedule --collective"));
}
