// zerolab memory: the formulas of the ZeRO paper, and its Table 1 as printed.
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

namespace {

using Json = nlohmann::json;

// Bytes at rest, from 2 + 2 + 12 bytes per parameter; exact in a double.
double bytes_written_out(long stage, long parameters, long ranks) {
  const auto psi = static_cast<double>(parameters);
  const auto n = static_cast<double>(ranks);
  switch (stage) {
    case 0: return 16 * psi;
    case 1: return 4 * psi + 12 * psi / n;
    case 2: return 2 * psi + 14 * psi / n;
    default: return 16 * psi / n;
  }
}

}  // namespace

TEST_CASE("the bytes of each stage are those of the formulas") {
  const long psi = 7'500'000'000;
  for (const long n : {1, 4, 64, 1000}) {
    const Json report = run_json("memory --params 7.5e9 --ranks " + std::to_string(n) + " --json");
    CHECK(report.at("config").at("parameters") == psi);
    CHECK(report.at("config").at("precision") == "bf16");
    REQUIRE(report.at("stages").size() == 4);
    for (int stage = 0; stage <= 3; ++stage) {
      const Json& row = report.at("stages").at(static_cast<std::size_t>(stage));
      INFO(row.dump());
      CHECK(row.at("stage") == stage);
      CHECK(row.at("bytes_per_rank") == bytes_written_out(stage, psi, n));
      CHECK(row.at("parameters_bytes") == (stage < 3 ? 2 * psi : 2 * psi / n));
      CHECK(row.at("gradients_bytes") == (stage < 2 ? 2 * psi : 2 * psi / n));
      CHECK(row.at("optimizer_bytes") == (stage < 1 ? 12 * psi : 12 * psi / n));
    }
  }
}

TEST_CASE("fp32 keeps eight bytes of optimizer state") {
  const Json report = run_json("memory --params 1000 --ranks 10 --precision fp32 --stage 2 --json");
  REQUIRE(report.at("stages").size() == 1);
  const Json& row = report.at("stages").at(0);
  CHECK(row.at("formula") == "4Ψ + 12Ψ/N");
  CHECK(row.at("bytes_per_rank") == 4000 + 1200);
  CHECK(row.at("parameters_bytes") == 4000);
  CHECK(row.at("gradients_bytes") == 400);
  CHECK(row.at("optimizer_bytes") == 800);
}

TEST_CASE("memory is printed in decimal gigabytes beside the formula") {
  const ProgramResult result = run_program("memory --params 7.5B --ranks 64");
  REQUIRE(result.exit_status == 0);
  for (const char* part :
       {"1 GB = 10^9 bytes",
        "2  + gradients   2Ψ + 14Ψ/N    15.00 GB   0.234 GB   1.406 GB  16.64 GB      13.9 %\n",
        "With stage 3 a rank keeps 1.875 GB instead of 120.0 GB, a factor of 64."}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
}

TEST_CASE("the table is the paper's") {
  using Key = std::tuple<long, long, long>;  // parameters, ranks, stage
  std::map<Key, std::string> printed;
  std::ifstream file(ZEROLAB_FACTS_DIR "/zero_table1.csv");
  std::string line;
  REQUIRE(std::getline(file, line));
  REQUIRE(line == "dp,params,stage1_gb,stage2_gb,stage3_gb");
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::vector<std::string> cell(5);
    for (std::string& text : cell) REQUIRE(std::getline(cells, text, ','));
    for (long stage = 1; stage <= 3; ++stage) {
      const auto parameters = static_cast<long>(std::stod(cell[1]));
      printed[{parameters, std::stol(cell[0]), stage}] = cell[static_cast<std::size_t>(stage) + 1];
    }
  }
  REQUIRE(printed.size() == 54);

  const Json report = run_json("memory --table --json");
  REQUIRE(report.at("cells").size() == 54);
  for (const Json& cell : report.at("cells")) {
    INFO(cell.dump());
    const Key key{cell.at("parameters"), cell.at("ranks"), cell.at("stage")};
    REQUIRE(printed.count(key) == 1);
    CHECK(cell.at("printed_gb") == printed.at(key));
    CHECK(cell.at("agrees") == true);
    const auto [parameters, ranks, stage] = key;
    CHECK(cell.at("bytes_per_rank") == bytes_written_out(stage, parameters, ranks));
    const std::string how = cell.at("printing");
    if (how == "rounded") CHECK(parameters == 7'500'000'000);
    if (how == "cut off") CHECK(parameters != 7'500'000'000);
    printed.erase(key);
  }
  CHECK(printed.empty());
}

TEST_CASE("the table shows how the paper shortened its numbers") {
  const ProgramResult result = run_program("memory --table");
  CHECK(result.exit_status == 0);
  for (const char* part :
       {"41.250 |  41.3 ↑", "4187.500 |  4187 ↓", "15.410 |  15.4 ≈", "120.000 |  120 =",
        "All printed cells agree with the formulas to the last printed digit."}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
}

TEST_CASE("memory refuses what it cannot compute") {
  const std::string model = "memory --params 7.5e9 --ranks ";
  check_refused(model + "64 --stage 4", "stage 4: ZeRO has stages 0 to 3");
  check_refused(model + "64 --stage -1", "stage -1: ZeRO has stages 0 to 3");
  check_refused(model + "0", "ranks '0': give a whole number from 1 to 100,000");
  check_refused(model + "1000000", "ranks '1000000': give a whole number from 1 to 100,000");
  check_refused(model + "64 --precision fp8", "unknown precision 'fp8': it may be fp32, bf16");
  check_refused("memory --params 0 --ranks 64", "parameters '0'");
  check_refused("memory --ranks 64", "give --params P and --ranks N, or --table");
  check_refused("memory --table --ranks 64", "excludes", Hint::help);
  check_refused(model + "64 --tabel", "--tabel", Hint::help);
}

TEST_CASE("memory help shows an example") {
  const ProgramResult help = run_program("memory --help");
  CHECK(help.exit_status == 0);
  CHECK_THAT(help.out, ContainsSubstring("Example: zerolab memory --params"));
}
