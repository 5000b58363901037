// zerolab explain as a user runs it.
#include <fstream>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

namespace {

using Json = nlohmann::json;

const std::string silent_all_reduce = R"({
  "train_batch_size": 1024, // all ranks
  "train_micro_batch_size_per_gpu": 4,
  "bf16": { "enabled": true },
  "zero_optimization": {
    "stage": 2,
    "contiguous_gradients": false,
    "reduce_scatter": true,
    "overlap_com": true,
  },
}
)";

class WrittenFile {
 public:
  explicit WrittenFile(const std::string& text) : path_(folder_.path("ds_config.json").string()) {
    std::ofstream(path_) << text;
  }
  std::string path() const { return path_; }
  std::filesystem::path beside(const std::string& name) const { return folder_.path(name); }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

std::string content(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("explain says why all_reduce runs though reduce_scatter is set") {
  const WrittenFile file(silent_all_reduce);
  const ProgramResult result = run_program("explain " + file.path() + " --params 7.5e9 --ranks 64");
  REQUIRE(result.exit_status == 0);
  for (const char* part :
       {"ds_config.json: ZeRO stage 2, optimizer states and gradients are sharded",
        "gradients   all_reduce  every micro-step      60  59,062,500,000  59,062,500,000    8x",
        "Stage 2 needs (M+1)x =\n  5x; the file moves 9x, 1.8 times as much.",
        "all_reduce every micro-step, because stage = 2 (line 6), contiguous_gradients = false",
        "line 8   no effect       reduce_scatter: true has no effect in stage 2 because",
        "contiguous_gradients is false: all_reduce runs", "did you mean zero_optimization.overlap",
        "adds them up in rank order"}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
}

TEST_CASE("explain as JSON has the numbers of every rank") {
  const WrittenFile file(silent_all_reduce);
  const Json report = run_json("explain " + file.path() +
                               " --units 10,7 --ranks 4 --micro-steps 3 --dialect paper --json");
  CHECK(report.at("config").at("stage") == 2);
  CHECK(report.at("config").at("micro_steps") == 3);
  CHECK(report.at("config").at("gradient_move") == "all-reduce");
  REQUIRE(report.at("ranks").size() == 4);
  // 3 all-reduces and an all-gather of 10 and of 7 on 4 ranks: [14,15,16,15] and [7,8,8,7];
  // [10,10,11,11] and [5,5,6,5].
  CHECK(report.at("ranks").at(0).at("sent_elements").at("predicted") == 3 * (14 + 10) + 7 + 5);
  CHECK(report.at("ranks").at(2).at("gradients").at("sent_elements").at("predicted") ==
        3 * (16 + 11));
  CHECK(report.at("volume").at("in_x") == 7);
  CHECK(report.at("volume").at("ideal_in_x") == 4);
  CHECK(report.at("dialects").size() == 3);
  CHECK(report.at("findings").at(0).at("kind") == "unknown");
  CHECK(report.at("findings").at(0).at("line") == 9);
}

TEST_CASE("explain of the models of zerolab knows their units") {
  const WrittenFile file(R"({"train_batch_size": 8, "zero_optimization": {"stage": 3}})");
  const ProgramResult result = run_program("explain " + file.path() + " --model tiny --ranks 4");
  REQUIRE(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("6 units of 875,264 parameters = Ψ"));
  CHECK_THAT(result.out, ContainsSubstring("2 of 6 units are"));
}

TEST_CASE("explain shows three systems side by side") {
  const WrittenFile file(R"({"train_batch_size": 16, "gradient_accumulation_steps": 4,
                             "zero_optimization": {"stage": 2}})");
  const ProgramResult result =
      run_program("explain " + file.path() + " --params 1000 --ranks 4 --dialect fsdp2");
  REQUIRE(result.exit_status == 0);
  for (const char* part :
       {"→ fsdp2", "2Mx = 8x", "(M+1)x = 5x", "9x", "fully_shard(reshard_after_forward=False)"}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
}

TEST_CASE("a corrected file is written beside and never over another unasked") {
  const WrittenFile file(silent_all_reduce);
  const std::string line = "explain " + file.path() + " --params 1e9 --ranks 64 --write";
  const ProgramResult first = run_program(line);
  REQUIRE(first.exit_status == 0);
  CHECK_THAT(first.out, ContainsSubstring("contiguous_gradients: false is now true"));
  const std::string written = content(file.beside("ds_config.corrected.json"));
  CHECK_THAT(written, ContainsSubstring("\"contiguous_gradients\": true,"));
  CHECK_THAT(written, ContainsSubstring("// all ranks"));
  CHECK(content(file.path()) == silent_all_reduce);
  check_refused(line, "ds_config.corrected.json exists already; --force writes over it");
  CHECK(run_program(line + " --force").exit_status == 0);
  const ProgramResult again =
      run_program("explain " + file.beside("ds_config.corrected.json").string() +
                  " --params 1e9 --ranks 64 --write");
  CHECK_THAT(again.out, ContainsSubstring("Nothing to correct: no file was written."));
}

TEST_CASE("explain refuses in one line what it cannot read") {
  const WrittenFile file("{\"zero_optimization\": {\n\"stage\": \"3\"}}");
  const std::string line = "explain " + file.path();
  check_refused(line + " --params 1e9 --ranks 4", "ds_config.json line 2: stage is \"3\", a text");
  check_refused(line + " --ranks 4", "no model size: give the model's size once");
  check_refused(line + " --ranks 4 --params 1e9 --model tiny", "more than one model size");
  check_refused(line + " --params 1e9", "no ranks: give --ranks N");
  check_refused(line + " --params 1e9 --ranks 0", "ranks '0'");
  check_refused(line + " --params 0 --ranks 4", "parameters '0'");
  check_refused(line + " --units 10,,3 --ranks 4", "units ''");
  check_refused(line + " --model huge --ranks 4", "no model named 'huge'");
  check_refused(line + " --params 1e9 --ranks 4 --dialect jax",
                "dialect 'jax': it may be deepspeed, paper or fsdp2");
  check_refused(line + " --params 1e9 --ranks 4 --force", "--force without --write");
  check_refused("explain no_such_file --params 1e9 --ranks 4", "cannot read no_such_file");
  check_refused("explain --params 1e9 --ranks 4", "FILE", Hint::help);
}
