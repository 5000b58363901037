// Every attack of tests/mutants/attacks: no points, the verdict that its first line names, and
// nothing left behind. The files have @HIDDEN@, @ROOT@ and @OUT@ where an attacker would have
// found out the paths of the hidden tests, the repository and the results.
#include <algorithm>
#include <sstream>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "core/base/table.hpp"
#include "exercises/grader/grade_class.hpp"
#include "exercises/grader/hidden_exam.hpp"
#include "exercises/grader/household.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;

// CPU seconds of one: the compiler has 20, eight ranks that compute for ever 5 each.
constexpr double most_cpu_seconds = 75;

struct Attack {
  std::string name;
  std::string verdict;
  std::string text;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Attack read_attack(const std::filesystem::path& file, const Workplace& place) {
  const std::string text = read_file(file);
  const std::string opening = "// verdict: ";
  INFO(file.string());
  REQUIRE(text.starts_with(opening));
  const std::size_t end = text.find("  ");
  const std::filesystem::path root = built_toolchain().root;
  Attack attack{file.stem().string(), text.substr(opening.size(), end - opening.size()), text};
  attack.text = replaced(attack.text, "@HIDDEN@", (place.folder() / "hidden/exam.json").string());
  attack.text = replaced(attack.text, "@ROOT@", root.string());
  attack.text = replaced(attack.text, "@OUT@", place.out().string());
  return attack;
}

std::vector<Attack> attacks(const Workplace& place, std::size_t part, std::size_t parts) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(built_toolchain().root / "tests/mutants/attacks")) {
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  REQUIRE(files.size() >= 20);
  std::vector<Attack> some;
  for (std::size_t i = part; i < files.size(); i += parts) {
    some.push_back(read_attack(files[i], place));
  }
  return some;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder).string());
  }
  std::ranges::sort(names);
  return names;
}

// Each in a worker of grade_class, whose orphans would become this process's children.
void try_attacks(std::size_t part, std::size_t parts) {
  const Workplace place;
  keep_household();
  place.file("hidden/exam.json", "{\"drawn\": 1}\n");
  const std::vector<Attack> all = attacks(place, part, parts);
  Submissions submissions;
  submissions.is_class = true;
  std::vector<std::string> expected_files{"class.csv"};
  for (const Attack& attack : all) {
    submissions.list.push_back(
        {attack.name, place.file("attacks/" + attack.name + ".cpp", attack.text)});
    for (const char* file : {"classroom.json", "junit.xml", "report.txt", "results.json"}) {
      expected_files.push_back(attack.name + "/" + file);
    }
  }
  std::ranges::sort(expected_files);
  const ExerciseInfo exercise = test::exercise(3);
  const Grading grading{exercise, hidden_exam("/nowhere", exercise, "spring"), built_toolchain(),
                        available_protections()};
  const bool all_protections = grading.protections.system_calls && grading.protections.named_calls;
  ClassOptions options;
  options.out = place.out();
  options.jobs = 2;
  const std::vector<Graded> graded = grade_class(submissions, grading, options);

  Table table({{"attack", Align::left}, {"points"}, {"verdict", Align::left}, {"cpu s"}});
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(graded[i].report);
    INFO(all[i].name << ": " << graded[i].row.note);
    const std::string cpu = graded[i].report.substr(graded[i].report.rfind("processes, ") + 11);
    table.add_row({all[i].name, fmt::format("{:g}", graded[i].row.total), graded[i].row.verdict,
                   cpu.substr(0, cpu.find(' '))});
    CHECK_FALSE(graded[i].failed);
    CHECK(graded[i].row.total == 0);
    CHECK(graded[i].row.max_points == 100);
    // Some verdicts name a system call, which only the filter sees.
    if (all_protections) CHECK(graded[i].row.verdict == all[i].verdict);
    CHECK(std::atof(cpu.c_str()) < most_cpu_seconds);
  }
  fmt::print("{}\n", table.to_string());
  CHECK(end_descendants() == 0);
  CHECK(names_in(place.out()) == expected_files);
  CHECK(place.left_nothing());
  CHECK(read_file(place.folder() / "hidden/exam.json") == "{\"drawn\": 1}\n");
}

}  // namespace

// Four tests, so that each has its own limit of time and they can run side by side.
TEST_CASE("attacks score 0 with a named verdict and harm nothing: first quarter") {
  try_attacks(0, 4);
}
TEST_CASE("attacks score 0 with a named verdict and harm nothing: second quarter") {
  try_attacks(1, 4);
}
TEST_CASE("attacks score 0 with a named verdict and harm nothing: third quarter") {
  try_attacks(2, 4);
}
TEST_CASE("attacks score 0 with a named verdict and harm nothing: fourth quarter") {
  try_attacks(3, 4);
}

// Where the kernel or the build lacks one part, the others must do.
TEST_CASE("without filtered system calls attacks still score 0 and harm nothing", "[slow]") {
  const Workplace place;
  keep_household();
  const Protections fewer =
      test::without(test::without(available_protections(), &Protections::system_calls),
                    &Protections::named_calls);
  Grading grading = test::grading_of(3, test::short_exam());
  grading.protections = fewer;
  place.file("hidden/exam.json", "{}");
  for (const char* name : {"open_hidden", "write_results", "shell", "daemon", "fork_bomb",
                           "threads", "connect_out", "parent_memory", "survive_limit"}) {
    const Attack attack = read_attack(
        built_toolchain().root / "tests/mutants/attacks" / (std::string(name) + ".cpp"), place);
    const Grade result = grade({name, place.file("attack.cpp", attack.text)}, grading);
    INFO(name << ": " << result.verdict << " " << result.diagnostics);
    CHECK(result.report.points == 0);
    CHECK(result.not_run.empty());
    CHECK(end_descendants() == 0);
  }
  CHECK_FALSE(std::filesystem::exists(place.out()));
  CHECK(place.left_nothing());
}

TEST_CASE("without Landlock what the compiler must not read is refused") {
  const Workplace place;
  Grading grading = test::grading_of(3, test::short_exam());
  grading.protections = test::without(grading.protections, &Protections::files);
  place.file("hidden/exam.json", "{}");
  for (const char* name : {"include_hidden", "incbin_hidden", "include_solution", "include_endless",
                           "include_stdin"}) {
    const Attack attack = read_attack(
        built_toolchain().root / "tests/mutants/attacks" / (std::string(name) + ".cpp"), place);
    const Grade result = grade({name, place.file("attack.cpp", attack.text)}, grading);
    INFO(name << ": " << result.not_run << "\n" << result.diagnostics);
    CHECK(result.verdict == "not run");
    CHECK(result.report.points == 0);
  }
  CHECK(grade({"solution", place.file("fine.cpp", test::solution_of(3))}, grading).verdict ==
        "passed");
}

}  // namespace zerolab::exercises
