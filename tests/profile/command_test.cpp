// zerolab profile, as a user runs it.
#include "core/trace/trace.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab;
using test::check_refused;
using test::ContainsSubstring;
using test::run_json;
using test::run_program;
using test::TemporaryFolder;

namespace {

const std::string sized = ZEROLAB_KINETO_DIR "/ddp_2ranks_with_sizes.json";
const std::string unsized = ZEROLAB_KINETO_DIR "/older_without_sizes.json.gz";

std::string trained(const TemporaryFolder& folder, int stage) {
  const std::string path = folder.path("run" + std::to_string(stage) + ".json.gz").string();
  const auto result = run_program("train --ranks 2 --stage " + std::to_string(stage) +
                                  " --model nano --steps 2 --trace " + path);
  REQUIRE(result.exit_status == 0);
  return path;
}

std::string stage_config(const TemporaryFolder& folder, const std::string& zero) {
  return folder.file("ds.json", R"({"train_micro_batch_size_per_gpu": 1, "gradient_clipping": 1.0,
                                    "zero_optimization": )" +
                                    zero + "}");
}

}  // namespace

TEST_CASE("profile of a run of ours has the plan's predictions beside what was counted") {
  const TemporaryFolder folder;
  const auto report = run_json("profile --json " + trained(folder, 3));
  CHECK(report.at("config").at("kind") == "zerolab");
  CHECK(report.at("as_predicted") == true);
  REQUIRE(report.at("ranks").size() == 2);
  for (const auto& rank : report.at("ranks")) {
    CHECK(rank.at("sent_elements").at("measured") == rank.at("sent_elements").at("predicted"));
    CHECK(rank.at("sent_elements").at("measured") > 0);
  }
  CHECK(report.at("steps").size() == 2);
  std::int64_t sent = 0;
  for (const auto& row : report.at("rows")) {
    CHECK(!row.at("issued_by").is_null());
    CHECK(row.at("count") == 2 * row.at("per_step").at("most").get<int>());
    sent += row.at("sent_elements").at("least").get<std::int64_t>();
  }
  CHECK(sent <= report.at("ranks").at(0).at("sent_elements").at("measured"));
}

TEST_CASE("profile compares a run of ours with a configuration") {
  const TemporaryFolder folder;
  const std::string trace = trained(folder, 3);
  const std::string same =
      stage_config(folder, R"({"stage": 3, "stage3_param_persistence_threshold": 0})");
  CHECK(run_json("profile --json " + trace + " --ds-config " + same)
            .at("explanation")
            .at("explained") == true);
  const auto text = run_program("profile " + trace + " --ds-config " + same);
  CHECK_THAT(text.out, ContainsSubstring("explains every collective"));

  const std::string other = stage_config(folder, R"({"stage": 1})");
  const auto report = run_json("profile --json " + trace + " --ds-config " + other, 1);
  CHECK(report.at("explanation").at("explained") == false);
  CHECK(report.at("explanation").at("differences").at(0).at("train_steps").size() == 2);
  const auto differs = run_program("profile " + trace + " --ds-config " + other);
  CHECK(differs.exit_status == 1);
  CHECK_THAT(differs.out, ContainsSubstring("not explained"));
  CHECK_THAT(differs.out, ContainsSubstring("lacking"));
}

TEST_CASE("profile shows one step and sorts as asked") {
  const TemporaryFolder folder;
  const std::string trace = trained(folder, 0);
  const auto one = run_json("profile --json --step 1 " + trace);
  REQUIRE(one.at("steps").size() == 1);
  CHECK(one.at("steps").at(0).at("train_step") == 1);
  const auto sorted = run_json("profile --json --sort volume " + trace);
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
  for (const auto& row : sorted.at("rows")) {
    const auto most = std::max(row.at("sent_elements").at("most").get<std::int64_t>(),
                               row.at("received_elements").at("most").get<std::int64_t>());
    CHECK(most <= last);
    last = most;
  }
  check_refused("profile --step 7 " + trace, "training steps 0 to 1");
}

TEST_CASE("profile of PyTorch traces in text and JSON") {
  const auto report = run_json("profile --json " + sized);
  CHECK(report.at("config").at("kind") == "kineto");
  CHECK(report.at("ranks").empty());
  CHECK(report.at("kernels").size() == 7);
  CHECK(report.at("host_calls").empty());
  CHECK(report.at("warnings").empty());
  const auto text = run_program("profile " + sized + " --rows 2");
  CHECK(text.exit_status == 0);
  CHECK(text.error.empty());
  CHECK_THAT(text.out, ContainsSubstring("Plain data parallelism"));
  CHECK_THAT(text.out, ContainsSubstring("and 5 more rows"));
  CHECK_THAT(text.out, ContainsSubstring("by a ring's formula"));

  const auto older = run_json("profile --json " + unsized);
  CHECK(older.at("kernels").size() == 2);
  for (const auto& row : older.at("kernels")) {
    CHECK(row.at("elements").is_null());
    CHECK(row.at("sent_elements").is_null());
  }
  CHECK_THAT(run_program("profile " + unsized).out, ContainsSubstring("Not ZeRO"));
}

TEST_CASE("profile compares a PyTorch trace with a configuration by kinds") {
  const TemporaryFolder folder;
  const std::string plain = stage_config(folder, R"({"stage": 0})");
  CHECK(run_json("profile --json " + sized + " --ds-config " + plain)
            .at("explanation")
            .at("explained") == true);
  const std::string sharded = stage_config(folder, R"({"stage": 3})");
  const auto differs = run_program("profile " + sized + " --ds-config " + sharded);
  CHECK(differs.exit_status == 1);
  CHECK_THAT(differs.out, ContainsSubstring("Not explained by the configuration"));
  CHECK_THAT(differs.out, ContainsSubstring("Lacking in the trace"));
}

TEST_CASE("profile refuses what it cannot read in one line") {
  const TemporaryFolder folder;
  check_refused("profile /nowhere.json", "cannot read /nowhere.json");
  check_refused("profile " + folder.file("h", "hello"), "begins with { or [");
  check_refused("profile " + folder.file("j", "{\"a\": 1}"), "without traceEvents");
  check_refused("profile --sort size " + sized, "unknown order 'size'");
  check_refused("profile --rows -1 " + sized, "0 shows all");
  check_refused("profile --step 0 " + sized, "--step is for traces of zerolab");
  check_refused("profile", "trace is required", test::Hint::help);
}
