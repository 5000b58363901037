// lab autograder as it is typed, and what run_autograder calls.
#include <algorithm>
#include <sstream>

#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises {
namespace {

namespace fs = std::filesystem;
using zerolab::test::ContainsSubstring;
using zerolab::test::ProgramResult;
using zerolab::test::TemporaryFolder;

constexpr const char* secret = "sixteen letters.\n";

ProgramResult lab(std::vector<std::string> words) {
  words.insert(words.begin(), ZEROLAB_EXERCISES_PROGRAM);
  return zerolab::test::run_command(std::move(words));
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, display_width(line));
  }
  return widest;
}

void check_refused(std::vector<std::string> words, const std::string& part) {
  words.insert(words.begin(), "autograder");
  const ProgramResult result = lab(std::move(words));
  INFO(result.error);
  CHECK(result.exit_status == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.error, ContainsSubstring(part));
}

TEST_CASE("a file is named by what is in it") {
  const TemporaryFolder scratch;
  for (const char* name : {"x.txt", "grader", "grader.tar.gz"}) {
    check_refused({"--exercise", "03", "--out", scratch.path(name)},
                  "Gradescope takes a .zip, as grader.zip");
  }
  check_refused({"--exercise", "03", "--out", scratch.path("c.yml")}, "add --classroom");
  check_refused({"--exercise", "03", "--classroom", "--out", scratch.path("c.zip")},
                "a workflow ends in .yml or .yaml, as classroom.yml");
  CHECK(fs::is_empty(scratch.path("")));
}

TEST_CASE("an exercise that there is not and a short secret are refused before a zip is made") {
  const TemporaryFolder scratch;
  const std::string zip = scratch.path("grader.zip");
  check_refused({"--exercise", "99", "--out", zip}, "there is no exercise 99; there are 01 to");
  check_refused({"--exercise", "03", "--out", zip, "--secret-file", scratch.file("s", "short\n")},
                "the secret has 5 characters, and needs at least 16");
  CHECK_FALSE(fs::exists(zip));
}

TEST_CASE("what is written is said in lines of 80 columns") {
  const TemporaryFolder scratch;
  const std::string key = scratch.file("secret", secret);
  fs::permissions(key, fs::perms(0600));
  const ProgramResult zip = lab({"autograder", "--exercise", "03", "04", "05", "--out",
                                 scratch.path("grader.zip"), "--secret-file", key});
  CHECK(zip.exit_status == 0);
  CHECK(zip.error.empty());
  CHECK(widest_line(zip.out) <= 80);
  CHECK_THAT(zip.out, ContainsSubstring("Keep it from students: it holds the secret.\n"));
  const fs::path yaml = scratch.path("template/.github/workflows/classroom.yml");
  const ProgramResult workflow =
      lab({"autograder", "--classroom", "--exercise", "03,04,05", "--out", yaml.string()});
  CHECK(workflow.exit_status == 0);
  CHECK(widest_line(workflow.out) <= 80);
  CHECK_THAT(read_file(yaml), ContainsSubstring("runners: exercise-03,exercise-04,exercise-05"));
}

TEST_CASE("a secret that others can read is used with a warning of one line") {
  const TemporaryFolder scratch;
  const std::string key = scratch.file("secret", secret);
  fs::permissions(key, fs::perms(0640));
  const ProgramResult zip = lab({"autograder", "--exercise", "01", "--out",
                                 scratch.path("grader.zip"), "--secret-file", key});
  CHECK(zip.exit_status == 0);
  CHECK(zip.error ==
        fmt::format("lab: {0} is open to other users, mode 640: chmod 600 {0}\n", key));
}

TEST_CASE("protections are said to the instructor and not to students") {
  const TemporaryFolder scratch;
  scratch.file("in/shard.cpp",
               read_file(fs::path(ZEROLAB_SOURCE_DIR) / "solutions/01-shard/shard.cpp"));
  const std::string config = scratch.file(
      "config.json",
      R"({"exercises": ["01"], "deadline_seconds": 100, "points_each": 10, "secret": "x"})");
  const ProgramResult graded =
      lab({"autograde", "--config", config, "--submission", scratch.path("in"), "--results",
           scratch.path("out"), "--metadata", scratch.path("none")});
  CHECK(graded.exit_status == 0);
  CHECK_THAT(graded.out, ContainsSubstring("Protections in force:\n"));
  CHECK_THAT(graded.out, ContainsSubstring("exercise 01: 100 of 100 points, passed"));
  const std::string results = read_file(scratch.path("out/results.json"));
  CHECK_THAT(results, ContainsSubstring("\"stdout_visibility\": \"hidden\""));
  CHECK_THAT(results, !ContainsSubstring("in force"));
}

}  // namespace
}  // namespace zerolab::exercises
