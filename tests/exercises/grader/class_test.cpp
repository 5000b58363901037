// Many submissions: rows, reports, and grading that resumes.
#include <csignal>

#include <fmt/core.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/grader/grade_class.hpp"
#include "exercises/grader/household.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;

Submissions class_in(const Workplace& place) {
  return find_submissions({(place.folder() / "class").string()}, test::exercise(3));
}

std::vector<std::string> graded_anew(const std::vector<Graded>& graded) {
  std::vector<std::string> names;
  for (const Graded& one : graded) {
    if (!one.report.empty()) names.push_back(one.row.name);
  }
  return names;
}

}  // namespace

TEST_CASE("a class is graded with a row for each and resumes where it was") {
  const Workplace place;
  place.file("class/alice/reduce_scatter.cpp", test::solution_of(3));
  place.file("class/bob/reduce_scatter.cpp", test::starter_of(3));
  place.file("class/carol/notes.txt", "");
  place.file("class/dave.cpp", std::string(300'000, ' '));
  std::filesystem::create_directory(place.folder() / "class/erin");
  std::filesystem::create_symlink(place.folder() / "class/alice/reduce_scatter.cpp",
                                  place.folder() / "class/erin/reduce_scatter.cpp");
  place.file("class/frank/reduce_scatter.cpp/x", "a folder in its place");
  const Grading grading = test::grading_of(3, test::short_exam());
  ClassOptions options;
  options.out = place.out();
  options.jobs = 3;

  const std::vector<Graded> first = grade_class(class_in(place), grading, options);
  std::string results;
  for (const Graded& one : first) {
    results += fmt::format("{} {:g} {}|", one.row.name, one.row.total, one.row.verdict);
  }
  CHECK(results ==
        "alice 100 passed|bob 0 unwritten|carol 0 not run|dave 0 not run|erin 0 not run|"
        "frank 0 not run|");
  CHECK(first[2].row.note == "reduce_scatter.cpp is missing");
  CHECK(first[4].row.note == "reduce_scatter.cpp is a symbolic link");
  CHECK(first[5].row.note == "reduce_scatter.cpp is a folder");
  const auto table = [&] { return parse_csv(read_file(place.out() / "class.csv"), "class.csv"); };
  REQUIRE(table().size() == 6);
  CHECK(std::filesystem::exists(place.out() / "bob/results.json"));

  // Nothing has changed.
  CHECK(graded_anew(grade_class(class_in(place), grading, options)).empty());
  // One student hands in again; the others' rows stay.
  place.file("class/bob/reduce_scatter.cpp", test::solution_of(3));
  const std::vector<Graded> third = grade_class(class_in(place), grading, options);
  CHECK(graded_anew(third) == std::vector<std::string>{"bob"});
  CHECK(third[1].row.total == 100);
  CHECK(third[0].row == first[0].row);
  CHECK(table().size() == 6);
  // Rows are in the order of names, and a report that is gone is written again.
  std::string order;
  for (const ClassRow& row : table()) order += row.name + " ";
  CHECK(order == "alice bob carol dave erin frank ");
  std::filesystem::remove(place.out() / "dave/report.txt");
  CHECK(graded_anew(grade_class(class_in(place), grading, options)) ==
        std::vector<std::string>{"dave"});
  // Another exam: all again.
  Exam other = test::short_exam();
  other.cases[0].run.order_seed += 1;
  CHECK(graded_anew(grade_class(class_in(place), test::grading_of(3, other), options)).size() == 6);
  CHECK(place.left_nothing());
}

TEST_CASE("grading that is interrupted keeps what is done and leaves nothing behind") {
  const Workplace place;
  place.file("class/alice.cpp", "int");
  place.file("class/bob/reduce_scatter.cpp",
             "#include \"exercises/03-reduce_scatter/reduce_scatter.hpp\"\n"
             "void reduce_scatter(Comm&, std::span<float>) { for (;;) asm volatile(\"\"); }\n");
  const Grading grading = test::grading_of(3, test::short_exam());
  ClassOptions options;
  options.out = place.out();
  std::string said;
  try {
    grade_class(class_in(place), grading, options, [](int done, const Graded&) {
      if (done == 1) kill(getpid(), SIGTERM);
    });
  } catch (const Error& error) {
    said = error.what();
  }
  CHECK_THAT(said, zerolab::test::ContainsSubstring("interrupted: 1 of 2 submissions are graded") &&
                       zerolab::test::ContainsSubstring("the same command goes on from there"));
  const auto rows = parse_csv(read_file(place.out() / "class.csv"), "class.csv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].name == "alice");
  CHECK(end_descendants() == 0);
  CHECK(place.left_nothing());
}

TEST_CASE("two files that differ are not graded") {
  const Workplace place;
  place.file("class/alice/a/reduce_scatter.cpp", test::solution_of(3));
  place.file("class/alice/b/reduce_scatter.cpp", test::starter_of(3));
  const std::vector<Graded> graded =
      grade_class(class_in(place), test::grading_of(3, test::short_exam()), {});
  CHECK(graded[0].row.total == 0);
  CHECK_THAT(graded[0].row.note,
             zerolab::test::ContainsSubstring("reduce_scatter.cpp is there twice"));
}

TEST_CASE("one submission has its reports in the folder itself") {
  const Workplace place;
  place.file("submission/reduce_scatter.cpp", test::solution_of(3));
  const Submissions one =
      find_submissions({(place.folder() / "submission").string()}, test::exercise(3));
  ClassOptions options;
  options.out = place.out();
  grade_class(one, test::grading_of(3, test::short_exam()), options);
  for (const char* file : {"report.txt", "results.json", "junit.xml", "classroom.json"}) {
    CHECK(std::filesystem::exists(place.out() / file));
  }
  CHECK_FALSE(std::filesystem::exists(place.out() / "class.csv"));
}

TEST_CASE("results that cannot be written are the grader's failure and not a grade") {
  const Workplace place;
  place.file("class/alice/reduce_scatter.cpp", "");
  place.file("out/alice", "a file where a folder is needed");
  ClassOptions options;
  options.out = place.out();
  const std::vector<Graded> graded =
      grade_class(class_in(place), test::grading_of(3, test::short_exam()), options);
  CHECK(graded[0].failed);
  CHECK(graded[0].row.verdict == "the grader failed");
  // And is tried again.
  std::filesystem::remove(place.out() / "alice");
  CHECK_FALSE(
      grade_class(class_in(place), test::grading_of(3, test::short_exam()), options)[0].failed);
}

}  // namespace zerolab::exercises
