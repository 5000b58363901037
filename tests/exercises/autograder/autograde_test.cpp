// What runs in the container: results from the first moment on, for every exercise.
#include "exercises/autograder/autograde.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using zerolab::test::ContainsSubstring;
using zerolab::test::TemporaryFolder;

TEST_CASE("a plan reads back and a faulty one is named") {
  const TemporaryFolder scratch;
  AutogradePlan plan;
  plan.exercises = {"01", "06"};
  plan.deadline_seconds = 100;
  plan.points_each = 25;
  plan.secret = "with \"quotes\"";
  const AutogradePlan read = read_plan(scratch.file("config.json", to_json(plan)));
  CHECK(read.exercises == plan.exercises);
  CHECK(read.deadline_seconds == 100);
  CHECK(read.points_each == 25);
  CHECK(read.secret == plan.secret);
  CHECK_THROWS_WITH(read_plan(scratch.file("config.json", "{\"exercises\": []}")),
                    ContainsSubstring("deadline_seconds"));
}

double total(const Json& results) {
  double sum = 0;
  for (const Json& test : results["tests"]) sum += test["score"].get<double>();
  return sum;
}

Json graded(const TemporaryFolder& scratch, const AutogradePlan& plan) {
  autograde(plan, {scratch.path("in"), scratch.path("out"), scratch.path("none")});
  return Json::parse(read_file(scratch.path("out/results.json")));
}

TEST_CASE("several exercises of one submission are graded and weighed") {
  const TemporaryFolder scratch;
  scratch.file("in/shard.cpp",
               read_file(fs::path(ZEROLAB_SOURCE_DIR) / "solutions/01-shard/shard.cpp"));
  scratch.file("in/memory.cpp",
               read_file(fs::path(ZEROLAB_SOURCE_DIR) / "exercises/starters/13-memory/memory.cpp"));
  AutogradePlan plan;
  plan.exercises = {"01", "13", "06"};  // the last was not handed in
  plan.points_each = 10;
  const Json results = graded(scratch, plan);
  CHECK(std::abs(total(results) - 10) < 1e-9);
  double most = 0;
  for (const Json& test : results["tests"]) most += test["max_score"].get<double>();
  CHECK(std::abs(most - 30) < 1e-9);
  const std::string output = results["output"].get<std::string>();
  CHECK_THAT(output, ContainsSubstring("exercise 01: 100 of 100 points (passed)"));
  CHECK_THAT(output, ContainsSubstring("exercise 13: 0 of 100 points (unwritten)"));
  CHECK_THAT(output, ContainsSubstring("predict.cpp is missing"));
}

TEST_CASE("without time nothing is run and the reason is in the results") {
  const TemporaryFolder scratch;
  scratch.file("in/shard.cpp",
               read_file(fs::path(ZEROLAB_SOURCE_DIR) / "solutions/01-shard/shard.cpp"));
  AutogradePlan plan;
  plan.exercises = {"01"};
  plan.deadline_seconds = 0;
  const Json results = graded(scratch, plan);
  CHECK(total(results) == 0);
  CHECK_THAT(results["output"].get<std::string>(), ContainsSubstring("the time was used up"));
}

}  // namespace
}  // namespace zerolab::exercises
