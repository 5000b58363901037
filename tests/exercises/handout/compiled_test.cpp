// What goes out in compiled form, as this build has made it.
#include <set>
#include <sstream>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

using zerolab::test::ContainsSubstring;

// The exercises that `number` builds on, and what those build on.
std::set<int> builds_on(int number) {
  std::set<int> earlier;
  for (const ExerciseInfo& info : the_exercises()) {
    if (info.number != number) continue;
    for (const int one : info.prerequisites) {
      earlier.insert(one);
      earlier.merge(builds_on(one));
    }
  }
  return earlier;
}

}  // namespace

TEST_CASE("what an exercise calls comes along with it and is compiled") {
  std::istringstream lines(read_file(compiled_parts() / "calls.txt"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    std::istringstream numbers(line);
    int caller = 0;
    numbers >> caller;
    for (int called = 0; numbers >> called;) {
      INFO("exercise " << caller << " calls " << called);
      CHECK(builds_on(caller).contains(called));
      CHECK(std::filesystem::exists(compiled_parts() / fmt::format("libearlier_{:02}.a", called)));
    }
  }
  CHECK(count == the_exercises().size());
}

// Other distributions have other versions of fmt, and an older libstdc++ lacks newer functions.
TEST_CASE("compiled exercises need nothing that differs between distributions") {
  for (const auto& entry : std::filesystem::directory_iterator(compiled_parts())) {
    const std::string archive = entry.path().string();
    if (archive.find("libearlier_") == std::string::npos) continue;
    const std::string needed = zerolab::test::run_command({ZEROLAB_NM, "-C", "-u", archive}).out;
    INFO(archive << " needs " << needed);
    CHECK_THAT(needed, ContainsSubstring("U "));
    for (const char* name : {"fmt::", "std::__", "U std::"}) {
      CHECK(needed.find(name) == std::string::npos);
    }
  }
}

TEST_CASE("the compiled core has neither grader nor autograder nor the course's place") {
  CHECK_THAT(read_file(compiled_parts() / "targets.txt"), !ContainsSubstring("grade"));
  const std::string archive = (compiled_parts() / "libzerolab.a").string();
  const std::string symbols = zerolab::test::run_command({ZEROLAB_NM, "-C", archive}).out;
  CHECK_THAT(symbols, ContainsSubstring("zerolab::exercises::examine("));  // it reads them
  for (const char* name : {"write_bundle(", "autograde", "add_grade_command(", "hidden_exam",
                           "grade_class(", "make_handout("}) {
    INFO(name);
    CHECK(symbols.find(name) == std::string::npos);
  }
  CHECK(read_file(archive).find(the_course().string() + "/") == std::string::npos);
}

}  // namespace zerolab::exercises::test
