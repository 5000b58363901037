// The student's commands, in a small course.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/exercises/program/course.hpp"

namespace zerolab::exercises::test {

namespace {

using zerolab::test::ContainsSubstring;
using zerolab::test::ProgramResult;

constexpr std::string_view passed_report =
    R"({"passed": true, "points": 100, "max_points": 100, "text": "all right"})";
constexpr std::string_view failed_report =
    R"({"passed": false, "points": 60, "max_points": 100, "text": "rank 2 sent chunk 2"})";

nlohmann::json exercise_json(const Course& course, std::size_t index) {
  const ProgramResult listed = course.lab("exercises --json");
  REQUIRE(listed.exit_status == 0);
  return nlohmann::json::parse(listed.out).at("exercises").at(index);
}

}  // namespace

TEST_CASE("the list names every exercise, its state, and what to do next") {
  const Course course;
  const ProgramResult list = course.lab("exercises");
  CHECK(list.exit_status == 0);
  CHECK_THAT(list.out, ContainsSubstring("01  Who owns what   not written yet"));
  CHECK_THAT(list.out, ContainsSubstring("03  Reduce-scatter  not written yet"));
  CHECK_THAT(list.out, ContainsSubstring("./lab check 01"));
}

TEST_CASE("a check that fails and then passes is remembered") {
  const Course course;
  course.write("exercises/01-shard/shard.cpp", "// mine\n");
  CHECK(exercise_json(course, 0).at("state") == "begun, not checked");

  course.set_check(failed_report, "what the check says", 1);
  const ProgramResult failed = course.lab("check 01");
  CHECK(failed.exit_status == 1);
  CHECK_THAT(failed.out, ContainsSubstring("what the check says"));
  CHECK_THAT(failed.out, ContainsSubstring("./lab hint 01"));
  CHECK(exercise_json(course, 0).at("state") == "not right yet");
  CHECK(exercise_json(course, 0).at("best_points") == 60);
  CHECK(course.read("build/last-check/report.txt") == "rank 2 sent chunk 2\n");

  course.set_check(passed_report, "", 0);
  const ProgramResult passed = course.lab("check shard");
  CHECK(passed.exit_status == 0);
  CHECK_THAT(passed.out, ContainsSubstring("Next: "));
  CHECK_THAT(passed.out, ContainsSubstring("03-reduce_scatter/README.md"));
  CHECK(exercise_json(course, 0).at("state") == "passed");
  CHECK(exercise_json(course, 0).at("checks") == 2);

  course.set_check(failed_report, "", 1);  // once passed stays passed, and the best points stay
  CHECK(course.lab("check 1").exit_status == 1);
  CHECK(exercise_json(course, 0).at("state") == "passed");
  CHECK(exercise_json(course, 0).at("best_points") == 100);
}

TEST_CASE("fresh sizes do not count for the progress") {
  const Course course;
  course.set_check(passed_report, "", 0);
  CHECK(course.lab("check 01 --fresh-seed").exit_status == 0);
  CHECK(exercise_json(course, 0).at("checks") == 0);
}

TEST_CASE("one case alone does not count for the progress either") {
  const Course course;
  course.set_check(passed_report, "", 0);
  const ProgramResult result = course.lab("check 01 --case ranks=4");
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("All of them: ./lab check 01"));
  CHECK(exercise_json(course, 0).at("checks") == 0);
}

TEST_CASE("the file for GitHub Classroom has a test per group of points") {
  const Course course;
  course.set_check(
      R"({"passed": false, "points": 60, "max_points": 100, "text": "", "groups": [
      {"group": "values", "points": 60, "max_points": 60, "findings": []},
      {"group": "counts", "points": 0, "max_points": 0, "findings": []},
      {"group": "edges", "points": 0, "max_points": 40,
       "findings": [{"sentence": "rank 1 gets 3"}, {"sentence": "look at rank 2"}]}]})",
      "", 1);
  const ProgramResult result =
      course.lab("check 01 --classroom " + course.path("build/classroom.json").string());
  CHECK(result.exit_status == 1);
  const auto json = nlohmann::json::parse(course.read("build/classroom.json"));
  CHECK(json.at("version") == 1);
  CHECK(json.at("status") == "fail");
  CHECK(json.at("max_score") == 100);
  REQUIRE(json.at("tests").size() == 2);
  CHECK(json.at("tests")[0].at("status") == "pass");
  CHECK(json.at("tests")[0].at("score") == 60);
  CHECK(json.at("tests")[1].at("score") == 0);
  CHECK(json.at("tests")[1].at("message") == "rank 1 gets 3\nlook at rank 2\n");
}

TEST_CASE("a check prints its report alone for programs") {
  const Course course;
  course.set_check(failed_report, "words for people", 1);
  const ProgramResult result = course.lab("check 01 --json");
  CHECK(result.exit_status == 1);
  CHECK(nlohmann::json::parse(result.out).at("points") == 60);
}

TEST_CASE("a check program that leaves no report is a failure with its words") {
  const Course course;
  course.set_check("", "something odd", 5);
  const ProgramResult result = course.lab("check 01 --json");
  CHECK(result.exit_status == 1);
  CHECK_THAT(result.error, ContainsSubstring("ended with status 5 and left no report"));
  CHECK_THAT(result.error, ContainsSubstring("something odd"));
}

TEST_CASE("watch checks again and ends when it is told to") {
  const Course course;
  course.set_check(failed_report, "checked", 1);
  const ProgramResult result = course.lab("watch 01 --times 1");
  CHECK(result.exit_status == 1);
  CHECK_THAT(result.out, ContainsSubstring("checked"));
}

TEST_CASE("hints come one at a time") {
  const Course course;
  CHECK_THAT(course.lab("hint 03").out, ContainsSubstring("Hint 1 of 3: think of one chunk"));
  CHECK_THAT(course.lab("hint 03").out, ContainsSubstring("Hint 2 of 3: count the steps"));
  const ProgramResult again = course.lab("hint 03 --again");
  CHECK_THAT(again.out, ContainsSubstring("Hint 2 of 3"));
  CHECK_THAT(again.out, !ContainsSubstring("Hint 3 of 3"));
  CHECK_THAT(course.lab("hint 03").out, ContainsSubstring("Hint 3 of 3: it is r - 1 - s"));
  CHECK_THAT(course.lab("hint 03").out, ContainsSubstring("That is all of them"));
  CHECK(exercise_json(course, 1).at("hints") == 3);
}

TEST_CASE("reset brings the file back and keeps what was there") {
  const Course course;
  CHECK_THAT(course.lab("reset 01").out, ContainsSubstring("nothing to reset"));
  for (const std::string text : {"// first\n", "// second\n"}) {
    course.write("exercises/01-shard/shard.cpp", text);
    CHECK(course.lab("reset 01").exit_status == 0);
    CHECK(course.read("exercises/01-shard/shard.cpp") == "// as handed out\n");
  }
  CHECK(course.read("exercises/01-shard/shard.before-reset-1.cpp") == "// first\n");
  CHECK(course.read("exercises/01-shard/shard.before-reset-2.cpp") == "// second\n");
}

TEST_CASE("a missing file is named and reset brings it back") {
  const Course course;
  std::filesystem::remove(course.path("exercises/01-shard/shard.cpp"));
  CHECK(exercise_json(course, 0).at("state") == "file missing (lab reset)");
  const ProgramResult checked = course.lab("check 01");
  CHECK(checked.exit_status == 2);
  CHECK_THAT(checked.error, ContainsSubstring("./lab reset 01"));
  CHECK(course.lab("reset 01").exit_status == 0);
  CHECK(exercise_json(course, 0).at("state") == "not written yet");
}

TEST_CASE("the solution is shown after passing or giving up only") {
  const Course course;
  const ProgramResult early = course.lab("solution 01");
  CHECK(early.exit_status == 1);
  CHECK(early.out.empty());
  CHECK_THAT(early.error, ContainsSubstring("--give-up"));
  CHECK(course.lab("solution 01 --give-up").out == "// solved\n");
  CHECK(exercise_json(course, 0).at("state") == "solution shown");

  const Course another;
  another.set_check(passed_report, "", 0);
  CHECK(another.lab("check 01").exit_status == 0);
  CHECK(another.lab("solution 01").out == "// solved\n");
}

TEST_CASE("a solution that was not handed out is said to be withheld") {
  const ProgramResult result = Course().lab("solution 03 --give-up");
  CHECK(result.exit_status == 1);
  CHECK_THAT(result.error, ContainsSubstring("withheld"));
}

TEST_CASE("an exercise that does not exist is refused with those that do") {
  for (const std::string word : {"check", "hint", "reset", "solution", "watch"}) {
    INFO(word);
    const ProgramResult result = Course().lab(word + " 99");
    CHECK(result.exit_status == 2);
    CHECK_THAT(result.error, ContainsSubstring("99"));
    CHECK_THAT(result.error, ContainsSubstring("there is no exercise 99; there are 01, 03"));
  }
}

TEST_CASE("a damaged progress file is named and not overwritten") {
  const Course course;
  course.write(".lab-progress.json", "{\"version\": 1");
  const ProgramResult result = course.lab("hint 01");
  CHECK(result.exit_status == 2);
  CHECK_THAT(result.error, ContainsSubstring(".lab-progress.json"));
  CHECK(course.read(".lab-progress.json") == "{\"version\": 1");
}

}  // namespace zerolab::exercises::test
