// zerolab counts: every count it prints equals the golden table or a formula written out here, and
// a run's own counters equal both.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

namespace {

using Json = nlohmann::json;
using Numbers = std::vector<long>;

// [number of the golden table's column]: e.g. "rs_sent".
using GoldenRow = std::map<std::string, long>;

std::vector<GoldenRow> golden_rows() {
  std::ifstream file(ZEROLAB_FACTS_DIR "/ring_counts.csv");
  REQUIRE(file.good());
  const auto cells = [](const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return parts;
  };
  std::string line;
  REQUIRE(std::getline(file, line));
  const auto names = cells(line);
  std::vector<GoldenRow> rows;
  while (std::getline(file, line)) {
    const auto values = cells(line);
    REQUIRE(values.size() == names.size());
    GoldenRow row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = std::stol(values[i]);
    rows.push_back(row);
  }
  return rows;
}

// [rank] of one of the numbers, as predicted; those measured must be the same.
Numbers numbers(const Json& ranks, const char* name) {
  Numbers result;
  for (const Json& rank : ranks) {
    result.push_back(rank.at(name).at("predicted"));
    if (!rank.at(name).at("measured").is_null()) {
      CHECK(rank.at(name).at("measured") == rank.at(name).at("predicted"));
    }
    CHECK(rank.at("closed_form").at(name) == rank.at(name).at("predicted"));
  }
  return result;
}

}  // namespace

TEST_CASE("counts and runs equal the golden table") {
  const std::map<std::string, std::string> collectives{
      {"reduce-scatter", "rs"}, {"all-gather", "ag"}, {"all-reduce", "ar"}};
  std::map<long, std::vector<GoldenRow>> by_elements;
  for (const GoldenRow& row : golden_rows()) by_elements[row.at("elements")].push_back(row);
  REQUIRE(by_elements.size() > 5);
  std::size_t compared = 0;
  for (const auto& [elements, rows] : by_elements) {
    for (const auto& [collective, prefix] : collectives) {
      const Json report =
          run_json("counts --collective " + collective + " --ranks 1,2,3,4,5,8 --elements " +
                   std::to_string(elements) + " --run --json");
      CHECK(report.at("ranks").empty());
      std::map<long, Json> worlds;
      for (const Json& world : report.at("worlds")) {
        CHECK(world.at("agrees") == true);
        CHECK(world.at("wrong_value").is_null());
        worlds[world.at("world_size")] = world;
      }
      for (const GoldenRow& row : rows) {
        INFO(collective << " of " << elements << " on " << row.at("ranks") << " rank "
                        << row.at("rank"));
        const Json& world = worlds.at(row.at("ranks"));
        const Json& rank = world.at("ranks").at(static_cast<std::size_t>(row.at("rank")));
        const long steps = row.at("steps_each") * (collective == "all-reduce" ? 2 : 1);
        CHECK(world.at("steps") == steps);
        for (const char* number : {"measured", "predicted"}) {
          CHECK(rank.at("sent_elements").at(number) == row.at(prefix + "_sent"));
          CHECK(rank.at("received_elements").at(number) == row.at(prefix + "_received"));
          CHECK(rank.at("sent_messages").at(number) == steps);
          CHECK(rank.at("received_messages").at(number) == steps);
        }
        CHECK(rank.at("closed_form").at("sent_elements") == row.at(prefix + "_sent"));
        CHECK(rank.at("closed_form").at("received_elements") == row.at(prefix + "_received"));
        ++compared;
      }
    }
  }
  CHECK(compared == 3 * golden_rows().size());
}

TEST_CASE("ten elements on four ranks are counted as the textbook does") {
  const Json ranks =
      run_json("counts --collective all-reduce --ranks 4 --elements 10 --run --json").at("ranks");
  CHECK(numbers(ranks, "sent_elements") == Numbers{14, 15, 16, 15});
  CHECK(numbers(ranks, "received_elements") == Numbers{15, 14, 15, 16});
  CHECK(numbers(ranks, "sent_messages") == Numbers{6, 6, 6, 6});
}

TEST_CASE("in a chain all but one rank send everything") {
  SECTION("broadcast") {
    const Json report =
        run_json("counts --collective broadcast --root 1 --ranks 4 --elements 10 --run --json");
    CHECK(report.at("config").at("root") == 1);
    CHECK(report.at("steps") == 6);  // N-2+K with K = N chunks
    CHECK(numbers(report.at("ranks"), "sent_elements") == Numbers{0, 10, 10, 10});
    CHECK(numbers(report.at("ranks"), "received_elements") == Numbers{10, 0, 10, 10});
  }
  SECTION("reduce, whose root is rank 0 where none is named") {
    const Json report = run_json("counts --collective reduce --ranks 3 --elements 7 --run --json");
    CHECK(report.at("config").at("root") == 0);
    CHECK(numbers(report.at("ranks"), "sent_elements") == Numbers{0, 7, 7});
    CHECK(numbers(report.at("ranks"), "received_elements") == Numbers{7, 0, 7});
    CHECK(numbers(report.at("ranks"), "received_messages") == Numbers{3, 0, 3});
  }
}

TEST_CASE("one world is printed with its formula and both sums") {
  const ProgramResult result =
      run_program("counts --collective all-reduce --ranks 4 --elements 10 --run");
  REQUIRE(result.exit_status == 0);
  for (const char* part :
       {"2Ψ - c_r - c_(r+1)", "2Ψ - c_(r-1) - c_r", "in 6 steps",
        "     2    2         6       6 ✓        16      16 ✓                16 ✓        1.600 Ψ\n",
        "   sum   10        24      24 ✓        60      60 ✓                60 ✓        6.000 Ψ\n",
        "Over all ranks 60 elements are sent, 2(N-1)Ψ, and as many received.",
        "Measured on threads: every value exact"}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
  CHECK(result.out.find("≠") == std::string::npos);
}

TEST_CASE("several worlds show where the Ψ of the paper comes from") {
  const ProgramResult once =
      run_program("counts --collective reduce-scatter --ranks 2,4,8,64,1024 --elements 1000000");
  REQUIRE(once.exit_status == 0);
  for (const char* part : {"0.500 Ψ", "0.750 Ψ", "0.875 Ψ", "0.984 Ψ", "0.999 Ψ", "7Ψ/8 ✓",
                           "The more ranks,\nthe nearer to Ψ"}) {
    CHECK_THAT(once.out, ContainsSubstring(part));
  }
  const ProgramResult twice =
      run_program("counts --collective all-reduce --ranks 2,4,8,64,1024 --elements 7.5B");
  REQUIRE(twice.exit_status == 0);
  for (const char* part : {"1.000 Ψ", "1.500 Ψ", "1.750 Ψ", "1.969 Ψ", "1.998 Ψ", "14Ψ/8 ✓",
                           "13,125,000,000", "the nearer to 2Ψ"}) {
    CHECK_THAT(twice.out, ContainsSubstring(part));
  }
}

TEST_CASE("each step shows who sends which chunk to whom") {
  const ProgramResult result =
      run_program("counts --collective all-reduce --ranks 3 --elements 10 --per-step");
  REQUIRE(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("  step  0→1  1→2  2→0\n"));
  CHECK_THAT(result.out, ContainsSubstring("     0   +2   +0   +1\n"
                                           "     1   +1   +2   +0\n"
                                           "     2   =0   =1   =2\n"
                                           "     3   =2   =0   =1\n"));
  // Chunks of 4, 3 and 3 elements: the running totals of those very chunks.
  CHECK_THAT(result.out, ContainsSubstring("     0   3   4   3\n"
                                           "     1   6   7   7\n"
                                           "     2  10  10  10\n"
                                           "     3  13  14  13\n"));
  CHECK_THAT(result.out, ContainsSubstring("     0   3   3   4\n"
                                           "     1   7   6   7\n"
                                           "     2  10  10  10\n"
                                           "     3  13  13  14\n"));
}

TEST_CASE("steps fit a terminal of 100 columns up to 16 ranks and have one line beyond") {
  for (const char* line :
       {"counts --collective all-reduce --ranks 16 --elements 16 --per-step",
        "counts --collective all-reduce --ranks 12 --elements 7.5B --per-step",
        "counts --collective all-reduce --ranks 17 --elements 7.5B --per-step",
        "counts --collective all-reduce --ranks 12 --elements 7.5B --compare",
        "counts --collective all-gather --ranks 12 --elements 40 --per-step --algorithm root",
        "counts --collective all-reduce --ranks 16 --elements 40 --per-step --algorithm "
        "hierarchical:4",
        "counts --collective reduce --ranks 16 --elements 40 --per-step --algorithm binomial"}) {
    std::istringstream lines(run_program(line).out);
    for (std::string text; std::getline(lines, text);) {
      INFO(text);
      const auto columns = std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // opens a UTF-8 code point
      });
      CHECK(columns <= 100);
    }
  }
  const ProgramResult folded =
      run_program("counts --collective all-gather --ranks 17 --elements 18 --per-step");
  CHECK_THAT(folded.out, ContainsSubstring("    15        17            1     2 "));
}

TEST_CASE("the steps of the json are the transfers that the totals add up") {
  const Json report =
      run_json("counts --collective all-gather --ranks 5 --elements 12 --per-step --json");
  REQUIRE(report.at("per_step").size() == 4);
  Numbers sent(5);
  Numbers received(5);
  for (const Json& step : report.at("per_step")) {
    CHECK(step.at("transfers").size() == 5);
    for (const Json& transfer : step.at("transfers")) {
      CHECK(transfer.at("combine") == "copy");
      sent.at(transfer.at("source")) += transfer.at("elements").get<long>();
      received.at(transfer.at("destination")) += transfer.at("elements").get<long>();
    }
  }
  CHECK(sent == numbers(report.at("ranks"), "sent_elements"));
  CHECK(received == numbers(report.at("ranks"), "received_elements"));
}

TEST_CASE("every algorithm is counted as its formula says and runs exactly") {
  const std::vector<std::string> sums{"ring", "bidirectional-ring", "hierarchical", "direct",
                                      "root", "halving-doubling"};
  const std::map<std::string, std::vector<std::string>> algorithms{
      {"reduce-scatter", sums},
      {"all-gather", sums},
      {"all-reduce", {"ring", "hierarchical", "halving-doubling", "double-binary-tree", "root"}},
      {"broadcast", {"chain", "binomial"}},
      {"reduce", {"chain", "binomial"}}};
  for (const auto& [collective, names] : algorithms) {
    for (const std::string& name : names) {
      const std::string line = "counts --collective " + collective + " --algorithm " + name;
      const Json report = run_json(line + " --ranks 1,2,3,6,8 --elements 37 --run --json");
      INFO(line);
      for (const Json& world : report.at("worlds")) {
        CHECK(world.at("agrees") == true);
        CHECK(world.at("wrong_value").is_null());
        numbers(world.at("ranks"), "sent_elements");
        numbers(world.at("ranks"), "received_messages");
      }
      CHECK(run_program(line + " --ranks 4 --elements 10 --per-step").exit_status == 0);
      CHECK(run_program(line + " --ranks 2,4 --elements 10").exit_status == 0);
    }
  }
}

TEST_CASE("a rank that owns two chunks is shown what it owns of both") {
  const ProgramResult result = run_program(
      "counts --collective reduce-scatter --algorithm bidirectional-ring --ranks 2 --elements 6");
  REQUIRE(result.exit_status == 0);
  // Four chunks of 2, 2, 1 and 1.
  CHECK_THAT(result.out, ContainsSubstring("     0    4         2         2      2 ✓"));
  CHECK_THAT(result.out, ContainsSubstring("     1    2         2         4      4 ✓"));
}

TEST_CASE("algorithms side by side") {
  const std::string line = "counts --collective all-reduce --ranks 6 --elements 600 --compare";
  const ProgramResult result = run_program(line);
  REQUIRE(result.exit_status == 0);
  for (const char* row :
       {"  ring                   10        60          10              10      6            6.0\n",
        "  halving-doubling        6        40          10              10     12            3.3\n",
        "  root                   10        10           5               5     10            1.0\n",
        "  halving-doubling         1,500  1,000           1,500  1,000\n",
        "  root                     3,000  1,000           3,000  1,000\n",
        "  root                   5.000 Ψ  1.667 Ψ         5.000 Ψ  1.667 Ψ               ✓\n",
        "A link is an ordered pair of ranks"}) {
    CHECK_THAT(result.out, ContainsSubstring(row));
  }
  const Json report = run_json(line + " --json");
  std::map<std::string, Json> rows;
  for (const Json& row : report.at("algorithms")) {
    CHECK(row.at("agrees") == true);
    rows[row.at("algorithm")] = row;
  }
  CHECK(rows.size() == 7);
  CHECK(rows.at("hierarchical:2").at("steps") == 6);
  CHECK(rows.at("direct").at("links") == 30);
  CHECK(rows.at("direct").at("busy_links_per_step") == 6.0);
  CHECK(rows.at("bidirectional-ring").at("messages") == 120);
  CHECK(rows.at("root").at("most_of_a_rank").at("received_elements") == 3000);
  CHECK(rows.at("ring").at("mean_elements_each_way") == 1000.0);
  const Json tree =
      run_json("counts --collective reduce --root 1 --ranks 8 --elements 5 --compare --json");
  CHECK(tree.at("algorithms").size() == 2);
  CHECK(tree.at("algorithms").at(1).at("most_of_a_rank").at("received_messages") == 3);
}

TEST_CASE("without a run nothing is called measured") {
  const Json report = run_json("counts --collective all-gather --ranks 2 --elements 1e15 --json");
  CHECK(report.at("ranks").at(0).at("sent_elements").at("measured").is_null());
  CHECK(report.at("ranks").at(0).at("sent_elements").at("predicted") == 500'000'000'000'000);
}

TEST_CASE("one rank moves nothing and an empty buffer moves messages") {
  const Json alone = run_json("counts --collective all-reduce --ranks 1 --elements 9 --run --json");
  CHECK(numbers(alone.at("ranks"), "sent_messages") == Numbers{0});
  const Json empty = run_json("counts --collective all-reduce --ranks 3 --elements 0 --run --json");
  CHECK(numbers(empty.at("ranks"), "sent_messages") == Numbers{4, 4, 4});
  CHECK(numbers(empty.at("ranks"), "sent_elements") == Numbers{0, 0, 0});
}

TEST_CASE("counts refuses what it cannot count") {
  const std::string ring = "counts --collective all-reduce --elements 8 --ranks ";
  check_refused("counts --collective gossip --ranks 4 --elements 8",
                "unknown collective 'gossip': it may be reduce-scatter, all-gather, all-reduce, "
                "broadcast, reduce");
  check_refused(ring + "0", "ranks '0': give a whole number from 1 to 2,048");
  check_refused(ring + "1000000", "ranks '1000000': give a whole number from 1 to 2,048");
  check_refused(ring + "2,0", "ranks '2,0'");
  check_refused(ring + "4,", "ranks '4,'");
  check_refused(ring + "four", "ranks 'four'");
  check_refused(ring + "4 --root 1", "all-reduce has no root, but root 1 was given");
  check_refused(ring + "4 --algorithm tree", "no algorithm 'tree': it may be ring");
  check_refused(ring + "8 --algorithm hierarchical:3",
                "8 ranks are not whole nodes of 3: give a number of ranks per node that divides 8");
  check_refused(ring + "2,4 --compare", "--compare shows one world, but 2 were given");
  check_refused(ring + "4 --compare --algorithm ring", "leave --algorithm out");
  check_refused(ring + "4 --compare --run", "leave --run out");
  check_refused(ring + "257 --run", "257 ranks: the threads transport runs 1 to 256 ranks");
  check_refused(ring + "2,4 --per-step", "--per-step shows one world, but 2 were given");
  check_refused(ring + "300 --per-step --json", "up to 256 ranks, got 300");
  check_refused(ring + "x --per-step", "ranks 'x'");
  check_refused("counts --collective reduce --root 4 --ranks 4 --elements 8",
                "needs a root from 0 to 3, got 4");
  check_refused("counts --collective reduce --ranks 4 --elements many", "elements 'many'");
  check_refused("counts --collective reduce --ranks 4 --elements 1e9 --run", "at most 67,108,864");
  check_refused("counts --ranks 4 --elements 8", "--collective is required", Hint::help);
  check_refused("counts --collective reduce --ranks 4 --elements 8 --bad", "--bad", Hint::help);
}

TEST_CASE("counts help shows an example") {
  const ProgramResult help = run_program("counts --help");
  CHECK(help.exit_status == 0);
  CHECK_THAT(help.out, ContainsSubstring("Example: zerolab counts --collective"));
}
