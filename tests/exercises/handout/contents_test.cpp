// What is handed out: by rules on made-up paths, and by what the course really has.
#include <set>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "exercises/handout/making/choice.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

using zerolab::test::ContainsSubstring;

std::vector<ExerciseInfo> first_exercises(int count) {
  std::vector<ExerciseInfo> exercises;
  for (const char* name : {"shard", "ring_shift", "reduce_scatter"}) {
    ExerciseInfo info;
    info.number = static_cast<int>(exercises.size()) + 1;
    info.name = name;
    info.file = info.name + ".cpp";
    if (info.number <= count) exercises.push_back(info);
  }
  return exercises;
}

// Where a single file comes from in a hand-out of exercises 1 and 2; "-": it is not in it.
std::string source_of(const std::string& path, HandoutKind kind = HandoutKind::sources) {
  const std::vector<std::string> files{"core/schedule/ring.cpp", path};
  for (const Content& content : contents(files, first_exercises(2), kind)) {
    if (content.path == path) return content.from;
  }
  return "-";
}

// "01,04" as the numbers that are chosen and those that came along: "1 2 | 2".
std::string chosen(std::string_view text) {
  std::vector<ExerciseInfo> catalog;
  for (const int number : {1, 2, 3, 4, 7}) {
    ExerciseInfo info;
    info.number = number;
    if (number == 4) info.prerequisites = {2};
    if (number == 7) info.prerequisites = {4};
    catalog.push_back(info);
  }
  std::string words;
  const Choice choice = choose(catalog, text);
  for (const ExerciseInfo& info : choice.exercises) words += fmt::format("{} ", info.number);
  words += "|";
  for (const ExerciseInfo& info : choice.added) words += fmt::format(" {}", info.number);
  return words;
}

}  // namespace

TEST_CASE("the product goes out as it is and unknown things stay") {
  for (const std::string path :
       {"lab", "README.md", "core/model/gpt.cpp", "viz/CMakeLists.txt", "lessons/corpus.txt",
        "tests/CMakeLists.txt", "tests/schedule/count_test.cpp", "tests/viz/app/window_test.sh",
        "tests/facts/ring_counts.csv", "tests/exercises/program/course.cpp",
        "exercises/CMakeLists.txt", "exercises/judge/right.cpp", "exercises/handout/update.cpp",
        "exercises/reference/CMakeLists.txt", ".setup/unpack.sh", ".devcontainer/Dockerfile"}) {
    INFO(path);
    CHECK(source_of(path) == path);
  }
  for (const std::string path :
       {"course.secret", "notes.md", "class/alice/shard.cpp", ".ci/run", ".git/config",
        "core/notes.key", "build/release/bin/zerolab", "viz/.idea", "tests/private/a_test.cpp",
        "exercises/next_year/plan.md", "exercises/marks.csv"}) {
    INFO(path);
    CHECK(source_of(path) == "-");
  }
}

TEST_CASE("solutions and hidden tests and mutants and the grader stay") {
  for (const std::string path :
       {"solutions/01-shard/shard.cpp", "solutions/README.md", "tests/hidden/01-shard/exam.json",
        "tests/hidden/README.md", "tests/mutants/01-shard/ceil.cpp", "tests/mutants/README.md",
        "exercises/grader/README.md", "exercises/grader/grade.cpp", "exercises/reference/01.cpp",
        "exercises/reference/run_schedule.hpp", "exercises/autograder/run_autograder",
        "exercises/autograder/setup.sh", "exercises/handout/making/make.cpp",
        "exercises/program/instructor_commands.cpp", "tests/exercises/judge/right_programs.cpp",
        "tests/exercises/check/overwrite.cpp", "tests/exercises/mutants/main.cpp",
        "tests/exercises/comm/comm_test.cpp"}) {
    INFO(path);
    CHECK(source_of(path) == "-");
    CHECK(source_of(path, HandoutKind::prebuilt) == "-");
  }
}

TEST_CASE("of an exercise only what is written for students goes out") {
  CHECK(source_of("exercises/01-shard/shard.cpp") == "exercises/starters/01-shard/shard.cpp");
  CHECK(source_of("exercises/01-shard/visible_test.cpp") == "exercises/01-shard/visible_test.cpp");
  CHECK(source_of("exercises/01-shard/shard.before-reset-1.cpp") == "-");
  CHECK(source_of("exercises/01-shard/my_solution.cpp") == "-");
  CHECK(source_of("exercises/02-ring_shift/README.md") == "exercises/02-ring_shift/README.md");
  CHECK(source_of("exercises/entry/02.cpp") == "exercises/entry/02.cpp");
  for (const std::string path :
       {"exercises/03-reduce_scatter/README.md", "exercises/03-reduce_scatter/reduce_scatter.cpp",
        "exercises/starters/03-reduce_scatter/reduce_scatter.cpp", "exercises/entry/03.cpp"}) {
    INFO(path);
    CHECK(source_of(path) == "-");
  }
}

TEST_CASE("a prebuilt hand-out has headers and what is compiled beside the library") {
  constexpr HandoutKind prebuilt = HandoutKind::prebuilt;
  for (const std::string path :
       {"core/schedule/ring.hpp", "core/options.cmake", "core/cli/main.cpp", "core/cli/lessons.cpp",
        "exercises/entry/01.cpp", "exercises/01-shard/visible_test.cpp", ".setup/ready.sh",
        "exercises/program/place.cpp", "exercises/mine/main.cpp", "lessons/corpus.txt"}) {
    INFO(path);
    CHECK(source_of(path, prebuilt) == path);
  }
  for (const std::string path :
       {"core/schedule/ring.cpp", "core/CMakeLists.txt", "exercises/judge/right.cpp",
        "tests/CMakeLists.txt", "viz/app/main.cpp", "exercises/program/states.cpp"}) {
    INFO(path);
    CHECK(source_of(path, prebuilt) == "-");
  }
}

TEST_CASE("the course has all that its hand-out needs and hands out every exercise") {
  for (const HandoutKind kind : {HandoutKind::sources, HandoutKind::prebuilt}) {
    const Assembled handout = the_handout(kind);
    CHECK(handout.left_unknown.empty());
    CHECK(handout.manifest.files.size() == handout.files.size());
    CHECK(handout.manifest.exercises.size() == the_exercises().size());
    for (const ExerciseInfo& info : the_exercises()) {
      const std::string path = "exercises/" + info.label() + "/" + info.file;
      INFO(path);
      CHECK_THAT(handout.files.at(path).content, ContainsSubstring("not_written("));
    }
    CHECK(handout.files.at("lab").executable);
    for (const auto& [path, file] : handout.files) {
      INFO(path);
      CHECK(handout.manifest.files.at(path).fingerprint == fingerprint_of(file.content));
      const std::string top = path.substr(0, path.find('/'));
      CHECK(std::set<std::string>{"solutions", ".git", "build"}.count(top) == 0);
    }
  }
}

TEST_CASE("only those compiled exercises go out that a chosen one calls") {
  const auto compiled = [](std::string_view exercises) {
    std::string names;
    for (const auto& [path, file] : the_handout(HandoutKind::sources, exercises).files) {
      if (path.starts_with("prebuilt/libearlier_")) names += path.substr(20, 2) + " ";
    }
    return names;
  };
  CHECK(compiled("01-02") == "");
  CHECK(compiled("01-03") == "01 ");
  CHECK(compiled("05") == "01 03 04 ");
  CHECK(compiled("all") == "01 03 04 05 08 ");
}

TEST_CASE("exercises are chosen by numbers and ranges and bring what they build on") {
  CHECK(chosen("all") == "1 2 3 4 7 |");
  CHECK(chosen("1") == "1 |");
  CHECK(chosen("01-03,07") == "1 2 3 4 7 | 4");
  CHECK(chosen("7") == "2 4 7 | 2 4");
  for (const char* wrong : {"x", "1-", "-1", "3-1", "1,,2", "1-2-3", "1 2"}) {
    CHECK_THROWS_WITH(chosen(wrong), ContainsSubstring("is no exercise and no range"));
  }
  CHECK_THROWS_WITH(chosen(""), "--exercises names no exercise; write 01-07,13 or all");
  CHECK_THROWS_WITH(chosen("1-5"), "--exercises: there is no exercise 05; there are 01 to 04, 07");
  CHECK(in_words({1, 2, 5, 6, 7, 9}) == "01, 02, 05 to 07, 09");
}

TEST_CASE("a chosen exercise that is not whole is refused") {
  Repository repository = the_repository();
  std::erase(repository.files, "exercises/entry/01.cpp");
  repository.unknown = {"exercises/entry/01.cpp"};
  CHECK_THROWS_WITH(assemble(the_course(), repository, {the_exercises().front()},
                             HandoutKind::sources, "nowhere"),
                    ContainsSubstring("exercise 01 has no exercises/entry/01.cpp that git knows"));
}

}  // namespace zerolab::exercises::test
