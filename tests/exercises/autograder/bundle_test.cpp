// What is in the zip, and what must not be.
#include "exercises/autograder/bundle.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <sys/stat.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/autograder/classroom.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises {
namespace {

namespace fs = std::filesystem;
using zerolab::test::ContainsSubstring;
using zerolab::test::TemporaryFolder;

const fs::path root = ZEROLAB_SOURCE_DIR;

AutogradePlan plan_of(std::vector<std::string> exercises) {
  AutogradePlan plan;
  plan.exercises = std::move(exercises);
  plan.secret = "a secret";
  return plan;
}

TEST_CASE("the bundle has the hidden exams of its exercises and no others nor solutions") {
  const std::vector<fs::path> files = bundled_files(root, plan_of({"03", "09"}));
  const std::set<std::string> names(files.begin(), files.end());
  CHECK(names.count("tests/hidden/03-reduce_scatter/exam.json") == 1);
  CHECK(names.count("tests/hidden/09-zero1_step/exam.json") == 1);
  CHECK(names.count("exercises/grader/rank_main.cpp") == 1);
  CHECK(names.count("core/schedule/ring.cpp") == 1);
  for (const std::string& name : names) {
    INFO(name);
    CHECK_FALSE(name.starts_with("solutions/"));
    CHECK_FALSE(name.starts_with("build/"));
    CHECK_FALSE(name.starts_with("tests/mutants/"));
    CHECK_FALSE(name.starts_with("tests/hidden/04"));
  }
  CHECK_THROWS_WITH(bundled_files(root, plan_of({"99"})),
                    ContainsSubstring("there is no exercise 99"));
}

TEST_CASE("the zip unpacks to starters and scripts that can be run") {
  const TemporaryFolder scratch;
  const fs::path zip = scratch.path("grader.zip");
  write_bundle(root, plan_of({"01"}), zip);
  const fs::path inside = scratch.path("inside");
  fs::create_directories(inside);
  const std::string unpack =
      "cd '" + inside.string() + "' && '" ZEROLAB_CMAKE "' -E tar xf '" + zip.string() + "'";
  REQUIRE(std::system(unpack.c_str()) == 0);
  CHECK(read_file(inside / "course/exercises/03-reduce_scatter/reduce_scatter.cpp") ==
        read_file(root / "exercises/starters/03-reduce_scatter/reduce_scatter.cpp"));
  CHECK((fs::status(inside / "run_autograder").permissions() & fs::perms::owner_exec) !=
        fs::perms::none);
  const AutogradePlan plan = read_plan(inside / "config.json");
  CHECK(plan.exercises == std::vector<std::string>{"01"});
  CHECK(plan.secret == "a secret");
  // Nothing is left beside the zip.
  CHECK(std::distance(fs::directory_iterator(scratch.path("")), fs::directory_iterator()) == 2);
}

TEST_CASE("a zip with a secret is for its owner alone and one without as other files are") {
  const TemporaryFolder scratch;
  const fs::path zip = scratch.file("grader.zip", "an old one that all can read");
  fs::permissions(zip, fs::perms(0644));
  const mode_t before = ::umask(022);
  write_bundle(root, plan_of({"01"}), zip);
  CHECK(fs::status(zip).permissions() == fs::perms(0600));
  AutogradePlan open = plan_of({"01"});
  open.secret = "";
  write_bundle(root, open, zip);
  CHECK(fs::status(zip).permissions() == fs::perms(0644));
  ::umask(before);
}

TEST_CASE("a zip that cannot be written names the place") {
  CHECK_THROWS_WITH(write_bundle(root, plan_of({"01"}), "/nonexistent/grader.zip"),
                    ContainsSubstring("/nonexistent/grader.zip"));
}

// The words after `needed` and of libseccomp in lab's table, but for what only tests need.
TEST_CASE("setup.sh installs what lab calls needed") {
  std::istringstream lab(read_file(root / "lab"));
  const std::string setup = read_file(root / "exercises/autograder/setup.sh");
  int checked = 0;
  for (std::string line; std::getline(lab, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind != "needed") continue;
    for (std::string name; words >> name;) {
      if (name == "catch2") continue;
      INFO(name);
      CHECK_THAT(setup, ContainsSubstring(name));
      ++checked;
    }
  }
  CHECK(checked > 8);
  CHECK_THAT(setup, ContainsSubstring("libseccomp-dev"));
}

TEST_CASE("the workflow has a step per exercise and tells the reporter of each") {
  ExerciseInfo exercise;
  exercise.number = 3;
  exercise.title = "Reduce-scatter round a ring";
  const std::string text = classroom_workflow({exercise});
  CHECK_THAT(text, ContainsSubstring("./lab check 03 --fresh-seed --classroom exercise-03.json"));
  CHECK_THAT(text, ContainsSubstring("EXERCISE-03_RESULTS: ${{steps.exercise-03.outputs.result}}"));
  CHECK_THAT(text, ContainsSubstring("runners: exercise-03\n"));
  CHECK_THAT(text, ContainsSubstring("no grade"));
}

}  // namespace
}  // namespace zerolab::exercises
