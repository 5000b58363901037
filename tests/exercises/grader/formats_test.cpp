// The forms of a grade, field by field, as their readers want them.
#include <set>

#include <nlohmann/json.hpp>

#include "exercises/grader/class_table.hpp"
#include "exercises/grader/reports.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using nlohmann::json;
using zerolab::test::ContainsSubstring;

// 85 of 100: deadlock is lost.
Grade partial_grade() {
  Grade grade;
  grade.submission = {"alice", "alice/reduce_scatter.cpp"};
  grade.fingerprint = "0123456789abcdef";
  grade.verdict = "deadlock";
  grade.report.exercise = 3;
  const std::array<double, 5> weights{40, 20, 15, 15, 10};
  for (std::size_t i = 0; i < all_groups.size(); ++i) {
    GroupReport& group = grade.report.groups[i];
    group.group = all_groups[i];
    group.max_points = weights[i];
    group.points = all_groups[i] == Group::deadlock ? 0 : weights[i];
    grade.report.points += group.points;
    grade.report.max_points += group.max_points;
  }
  GroupReport& lost = grade.report.groups[2];
  lost.failed = 1;
  lost.failing = ExamCase{Group::deadlock, parse_case("exercise=3 ranks=3 elements=12"), {}};
  lost.findings = {{Aspect::deadlock, 1, "rank 1 of 3 waits <for> ever & ever", "who \"waits\"?"}};
  grade.protections.missing = {"files: no Landlock"};
  grade.wall_seconds = 2.5;
  return grade;
}

}  // namespace

TEST_CASE("results.json is what Gradescope reads") {
  const json results = json::parse(gradescope_json(partial_grade()));
  double sum = 0;
  std::set<std::string> numbers;
  REQUIRE(results.at("tests").size() == 5);
  for (const json& test : results.at("tests")) {
    CHECK(test.at("score").get<double>() <= test.at("max_score").get<double>());
    sum += test.at("score").get<double>();
    const bool full = test.at("score") == test.at("max_score");
    CHECK(test.at("status") == (full ? "passed" : "failed"));
    CHECK(test.at("output").get<std::string>().empty() == full);
    CHECK(test.at("visibility") == "visible");  // a hidden one would hide the student's total
    CHECK_FALSE(test.at("name").get<std::string>().empty());
    numbers.insert(test.at("number").get<std::string>());
  }
  CHECK(numbers.size() == 5);
  CHECK(sum == 85);
  CHECK_FALSE(results.contains("score"));  // it would override the sum
  CHECK(results.at("tests")[2].at("output") == "who \"waits\"?\n");
  CHECK(results.at("stdout_visibility") == "hidden");
  CHECK(results.at("execution_time") == 2.5);
  CHECK_THAT(results.at("output").get<std::string>(), ContainsSubstring("85 of 100"));
  CHECK_THAT(results.at("output").get<std::string>(), !ContainsSubstring("no Landlock"));
}

TEST_CASE("what a student sees of a hidden test has the nudge and not the sentence") {
  const Grade grade = partial_grade();
  for (const std::string& text :
       {gradescope_json(grade), junit_xml(grade), classroom_json(grade), report_text(grade)}) {
    CHECK(text.find("ever & ever") == std::string::npos);
    CHECK(text.find("ever &amp; ever") == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("waits"));
  }
}

TEST_CASE("JUnit XML counts its cases and escapes its texts") {
  const std::string xml = junit_xml(partial_grade());
  CHECK_THAT(xml, ContainsSubstring("<testsuite name=\"exercise 03\" errors=\"0\" failures=\"1\" "
                                    "skipped=\"0\" tests=\"5\""));
  CHECK_THAT(xml, ContainsSubstring("type=\"deadlock\">who &quot;waits&quot;?"));
  CHECK_THAT(xml, ContainsSubstring("<failure message=\"0 of 15 points\""));
  Grade strange = partial_grade();
  strange.not_run = "a \x01 <b> & c";
  CHECK_THAT(junit_xml(strange), ContainsSubstring("a  &lt;b&gt; &amp; c"));
}

TEST_CASE("the JSON of GitHub Classroom has a test per group") {
  const json results = json::parse(classroom_json(partial_grade()));
  CHECK(results.at("version") == 1);
  CHECK(results.at("status") == "fail");
  CHECK(results.at("max_score") == 100);
  REQUIRE(results.at("tests").size() == 5);
  for (const json& test : results.at("tests")) {
    for (const char* field :
         {"name", "status", "score", "message", "test_code", "filename", "line_no", "duration"}) {
      CHECK(test.contains(field));
    }
  }
}

TEST_CASE("groups without points are in no report") {
  Grade grade = partial_grade();
  for (const std::size_t group : {1U, 2U, 4U}) {
    grade.report.groups[group].points = 0;
    grade.report.groups[group].max_points = 0;
  }
  CHECK(json::parse(gradescope_json(grade)).at("tests").size() == 2);
  CHECK(json::parse(classroom_json(grade)).at("tests").size() == 2);
  CHECK_THAT(junit_xml(grade), ContainsSubstring("tests=\"2\""));
}

TEST_CASE("a compiler's words are cut before Gradescope cuts them") {
  Grade grade = partial_grade();
  grade.not_run = "does not compile";
  grade.diagnostics = std::string(500'000, 'x');
  const json results = json::parse(gradescope_json(grade));
  CHECK(results.at("output").get<std::string>().size() < 100'000);
  CHECK(report_text(grade).size() < 100'000);
}

TEST_CASE("a class's table reads back also with quotes and commas") {
  ClassRow row = row_of(partial_grade());
  CHECK(row.total == 85);
  row.note = "a \"quoted\" note, with\ntwo lines";
  const std::vector<ClassRow> rows{row, row_of(partial_grade())};
  CHECK(parse_csv(to_csv(rows), "class.csv") == rows);
  CHECK(to_csv({}).find("name,exercise,fingerprint,values,counts,deadlock,edges,memory,points,"
                        "max_points,verdict,note\n") == 0);
  CHECK_THROWS_WITH(parse_csv(to_csv(rows) + "cut,3\n", "class.csv"),
                    ContainsSubstring("class.csv: record 4 has 2 cells"));
}

}  // namespace zerolab::exercises
