// zerolab train, run as a user runs it: the numbers it prints for programs, the files it leaves,
// its exit status, and what it says of bad input.
#include <cmath>

#include "core/trace/chrome.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"
#include "tests/zero/formulas.hpp"

using namespace zerolab::test;
namespace fs = std::filesystem;

namespace {

const std::string nano = "train --model nano --seq 16 --steps 2 ";

}  // namespace

TEST_CASE("the json of a run compares every rank's counts and bytes") {
  for (int stage = 0; stage <= 3; ++stage) {
    const auto json =
        run_json(nano + "--ranks 3 --micro-steps 2 --json --stage " + std::to_string(stage));
    CHECK(json.at("command") == "train");
    CHECK(json.at("config").at("stage") == stage);
    CHECK(json.at("measured_equals_predicted") == true);
    CHECK(json.at("losses").size() == 2);
    const std::vector<std::size_t> units = json.at("unit_elements");
    REQUIRE(json.at("ranks").size() == 3);
    for (int r = 0; r < 3; ++r) {
      const auto& rank = json.at("ranks").at(static_cast<std::size_t>(r));
      const auto sums = stage_sums(stage, units, 3, 2, r);
      const std::int64_t small = 2 * 2;  // norm and loss, N-1 = 2 elements each
      CHECK(rank.at("sent_elements").at("measured") ==
            2 * (sums.gradients.sent + sums.parameters.sent + small));
      CHECK(rank.at("received_elements").at("measured") ==
            2 * (sums.gradients.received + sums.parameters.received + small));
      const StageBytes bytes = stage_bytes(stage, units, 3, r);
      CHECK(rank.at("at_rest_bytes").at("measured") ==
            bytes.parameters + bytes.gradients + bytes.master + bytes.momentum + bytes.variance);
      CHECK(rank.at("at_rest_bytes_by_category").at("momentum").at("measured") == bytes.momentum);
    }
  }
}

TEST_CASE("comparing the stages finds equal bits and lists all four") {
  const auto json = run_json(nano + "--ranks 4 --compare-stages --json");
  REQUIRE(json.at("stages").size() == 4);
  CHECK(json.at("differences").empty());
  for (const auto& stage : json.at("stages")) {
    CHECK(stage.at("weights_hash") == json.at("stages").at(0).at("weights_hash"));
    CHECK(stage.at("losses") == json.at("stages").at(0).at("losses"));
  }
  const ProgramResult text = run_program(nano + "--ranks 4 --compare-stages");
  CHECK(text.exit_status == 0);
  CHECK_THAT(text.out, ContainsSubstring("losses and weights are equal in every bit"));
  CHECK(text.error.empty());
}

TEST_CASE("bf16 keeps sixteen bytes per parameter too and equal bits in all stages") {
  const auto json = run_json(nano + "--ranks 4 --compare-stages --precision bf16 --json");
  CHECK(json.at("config").at("precision") == "bf16");
  for (const auto& stage : json.at("stages")) {
    CHECK(stage.at("weights_hash") == json.at("stages").at(0).at("weights_hash"));
    CHECK(stage.at("measured_equals_predicted") == true);
  }
  const auto& rank = json.at("stages").at(0).at("ranks").at(0);
  CHECK(rank.at("at_rest_bytes").at("measured") ==
        16 * json.at("stages").at(0).at("parameters").get<std::int64_t>());
  CHECK(rank.at("at_rest_bytes_by_category").at("master weights").at("measured") ==
        4 * json.at("stages").at(0).at("parameters").get<std::int64_t>());
}

TEST_CASE("a run prints both directions and says that they agree") {
  const ProgramResult run = run_program(nano + "--ranks 3 --stage 2");
  CHECK(run.exit_status == 0);
  CHECK_THAT(run.out, ContainsSubstring("Sent by each rank in 2 steps, elements") &&
                          ContainsSubstring("Received by each rank in 2 steps, elements") &&
                          ContainsSubstring("Measured equals predicted on every rank"));
  CHECK(run.out.find("≠") == std::string::npos);
  CHECK(run.out.find("\033[") == std::string::npos);  // no colour off a terminal
}

TEST_CASE("traces are written where asked and open again") {
  const TemporaryFolder folder;
  const std::string one = folder.path("one.json").string();
  REQUIRE(run_program(nano + "--ranks 2 --trace " + one).exit_status == 0);
  const zerolab::Trace trace = zerolab::read_trace(one);
  CHECK(trace.header.world_size == 2);
  CHECK(trace.header.units.size() == 4);

  const std::string all = folder.path("demo.trace.json.gz").string();
  REQUIRE(
      run_program(nano + "--ranks 2 --compare-stages --trace-steps 1 --trace " + all).exit_status ==
      0);
  for (const char* name : {"demo.stage0.trace.json.gz", "demo.stage1.trace.json.gz",
                           "demo.stage2.trace.json.gz", "demo.stage3.trace.json.gz"}) {
    const zerolab::Trace stage = zerolab::read_trace(folder.path(name));
    for (const zerolab::Event& event : stage.events) {
      if (event.kind == zerolab::EventKind::operation) CHECK(event.train_step == 1);
    }
  }
}

TEST_CASE("a sample follows its prompt") {
  const auto json = run_json(nano + "--ranks 2 --sample 20 --prompt ring --json");
  const std::string sample = json.at("sample");
  CHECK(sample.size() >= 24);  // a byte that is no text takes more than one letter
  CHECK(sample.substr(0, 4) == "ring");
}

TEST_CASE("any bytes can be trained on") {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 600; ++i) bytes += static_cast<char>(i * 7 % 256);
  const std::string file = folder.file("binary", bytes);
  const auto json = run_json(nano + "--ranks 2 --json --data " + file + " " + file);
  CHECK(json.at("losses").size() == 2);
}

TEST_CASE("train refuses bad input and writes nothing") {
  const TemporaryFolder folder;
  const std::string empty = folder.file("empty", "");
  const std::string shorter = folder.file("short", "sixteen bytes ..");
  check_refused("train --stage 4", "stage 4: ZeRO has stages 0 to 3");
  check_refused("train --ranks 0", "0 ranks");
  check_refused("train --collectives mine", "./lab train --collectives mine builds");
  check_refused("train --collectives yours", "collectives 'yours': it may be ring or mine");
  check_refused("train --transport fabric", "train on threads");
  check_refused("train --ranks 1000000", "the threads transport runs 1 to 256 ranks");
  check_refused("train --model huge", "'huge'");
  check_refused("train --precision fp8", "unknown precision 'fp8': it may be fp32, bf16");
  check_refused("train --seq 4096", "4096");
  check_refused("train --steps 0", "0 steps");
  check_refused("train --transport pigeons", "unknown transport 'pigeons'");
  check_refused("train --data " + folder.path("absent").string(), "absent: No such file");
  check_refused("train --data " + empty, "empty");
  check_refused(nano + "--data " + shorter, "16 bytes");
  check_refused("train --trace " + folder.path("no/such.json").string(), "cannot write");
  check_refused("train --trace " + folder.path("trace.txt").string(), ".json or .json.gz");
  check_refused("train --trace " + folder.path("t.json").string() + " --trace-steps 5..3",
                "trace steps 5..3");
  check_refused("train --trace " + folder.path("t.json").string() + " --trace-steps x..3", "x..3");
  check_refused("train --trace-steps 0..1", "--trace FILE");
  check_refused("train --sample -1", "--sample -1");
  check_refused("train --speed 3", "--speed", Hint::help);
  check_refused("train --ranks many", "many", Hint::help);
  check_refused("train --model base --ranks 256 --batch 64", "256 ranks would hold");
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder.path("."))) {
    left.push_back(entry.path().filename().string());
  }
  CHECK(left.size() == 2);
}

TEST_CASE("train help shows an example") {
  const ProgramResult help = run_program("train --help");
  CHECK(help.exit_status == 0);
  CHECK_THAT(help.out, ContainsSubstring("Example: zerolab train"));
}
