// lab grade, as it is called: the program that has this command alone.
#include <fmt/core.h>
#include <grp.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using nlohmann::json;
using test::Workplace;
using zerolab::test::ContainsSubstring;
using zerolab::test::ProgramResult;

ProgramResult grade_command(const Workplace& place, std::vector<std::string> words) {
  words.insert(words.begin(), {ZEROLAB_TEST_GRADE, "grade"});
  place.file("hidden/03-reduce_scatter/exam.json", R"({"drawn": 0, "cases": {
    "values": ["ranks=3 elements=12 delivery=buffered"], "counts": ["ranks=2 elements=8"],
    "deadlock": ["ranks=3 elements=12"], "edges": ["ranks=3 elements=7"],
    "memory": ["ranks=2 elements=5"]}})");
  if (std::ranges::find(words, "--hidden") == words.end()) {
    words.insert(words.end(), {"--hidden", (place.folder() / "hidden").string()});
  }
  return zerolab::test::run_command(words);
}

}  // namespace

TEST_CASE("lab grade prints the report of one submission") {
  const Workplace place;
  const auto file = place.file("alice/reduce_scatter.cpp", test::solution_of(3));
  const ProgramResult result =
      grade_command(place, {"--exercise", "03", file.string(), "--secret", "spring"});
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("alice: exercise 03: 100 of 100 points (passed)"));
  CHECK_THAT(result.out, ContainsSubstring("Protections in force:"));
  CHECK(result.error.empty());
}

TEST_CASE("lab grade prints a table of a class and its progress beside it") {
  const Workplace place;
  place.file("class/alice/reduce_scatter.cpp", test::solution_of(3));
  place.file("class/bob/reduce_scatter.cpp", "int main() {}");
  const std::string secret = place.file("secret", "sixteen letters.\n").string();
  const ProgramResult result =
      grade_command(place, {"--exercise", "reduce_scatter", (place.folder() / "class").string(),
                            "--out", place.out().string(), "--secret-file", secret, "--jobs", "2"});
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("bob: reduce_scatter.cpp has a main of its own"));
  CHECK_THAT(result.out, ContainsSubstring("rotections"));  // whether all were in force
  CHECK_THAT(result.error, ContainsSubstring("[2/2]"));
  CHECK_THAT(result.error, ContainsSubstring(fmt::format("chmod 600 {}\n", secret)));
  CHECK(std::filesystem::exists(place.out() / "class.csv"));
  CHECK(std::filesystem::exists(place.out() / "alice/results.json"));
}

TEST_CASE("lab grade has the shape of all JSON reports") {
  const Workplace place;
  const auto file = place.file("alice/reduce_scatter.cpp", test::starter_of(3));
  const ProgramResult result =
      grade_command(place, {"--exercise", "3", file.string(), "--secret", "spring", "--json"});
  const json report = json::parse(result.out);
  CHECK(report.at("schema") == "zerolab/1");
  CHECK(report.at("command") == "grade");
  CHECK(report.at("ranks").is_array());
  CHECK(report.at("config").at("exercise") == "03-reduce_scatter");
  CHECK(report.at("protections").size() >= 9);
  const json& alice = report.at("submissions").at(0);
  CHECK(alice.at("points") == 0);
  CHECK(alice.at("verdict") == "unwritten");
}

TEST_CASE("lab grade says what is wrong with its arguments") {
  const Workplace place;
  const auto refused = [&](std::vector<std::string> words, const char* part) {
    const ProgramResult result = grade_command(place, std::move(words));
    CHECK(result.exit_status == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.error, ContainsSubstring(part));
  };
  refused({"--exercise", "03"}, "files");
  refused({"--exercise", "33", "x.cpp"}, "33");
  refused({"--exercise", "03", "/nowhere/x.cpp"}, "no such file");
  const std::string file = place.file("x.cpp", "").string();
  refused({"--exercise", "03", file, "--out", file}, "x.cpp is a file: name a folder");
  place.file("class/alice/reduce_scatter.cpp", "");
  place.file("class/bob/notes.txt", "");
  refused({"--exercise", "04", (place.folder() / "class").string(), "--hidden",
           (built_toolchain().root / "tests/hidden").string()},
          "none of 2 submissions has all_gather.cpp, the file of exercise 04; 1 has "
          "reduce_scatter.cpp, of exercise 03");
  refused({"--exercise", "03", file, "--hidden", "/nowhere"},
          "there is no /nowhere/03-reduce_scatter/exam.json");
  refused({"--exercise", "03", place.file("x.cpp", "").string(), "--jobs", "0"}, "--jobs");
  refused({"--exercise", "03", place.file("x.cpp", "").string(), "--secret-file",
           place.file("short", "fifteen letters\n").string()},
          "the secret has 15 characters, and needs at least 16; make one: (umask 077; ");
}

// Who grades need not be root; the report then says that it is not.
TEST_CASE("lab grade works for an ordinary user") {
  if (geteuid() != 0) return;
  const Workplace place;
  const auto file = place.file("alice/reduce_scatter.cpp", test::solution_of(3));
  for (const char* open : {"alice", "hidden", "hidden/03-reduce_scatter"}) {
    std::filesystem::create_directories(place.folder() / open);
    chmod((place.folder() / open).c_str(), 0755);
  }
  chmod(file.c_str(), 0644);
  chmod(place.file("hidden/03-reduce_scatter/exam.json", R"({"drawn": 1})").c_str(), 0644);
  chmod((place.folder() / "tmp").c_str(), 01777);
  const std::filesystem::path seen = place.file("seen", "");
  chmod(seen.c_str(), 0666);
  const pid_t process = fork();
  if (process == 0) {
    constexpr uid_t ordinary = 54'321;
    const bool changed = setgroups(0, nullptr) == 0 &&
                         setresgid(ordinary, ordinary, ordinary) == 0 &&
                         setresuid(ordinary, ordinary, ordinary) == 0;
    if (!changed || access(ZEROLAB_TEST_GRADE, X_OK) != 0) _exit(77);
    const std::string command = fmt::format(
        "{} grade --exercise 03 {} --secret spring --hidden {} > {} 2>&1", ZEROLAB_TEST_GRADE,
        file.string(), (place.folder() / "hidden").string(), seen.string());
    _exit(std::system(command.c_str()) == 0 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(process, &status, 0) == process);
  if (WEXITSTATUS(status) == 77) return;  // the build lies where only root can go
  const std::string text = read_file(seen);
  INFO(text);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK_THAT(text, ContainsSubstring("100 of 100 points"));
  CHECK_THAT(text, ContainsSubstring("another user: the grader is not root"));
}

}  // namespace zerolab::exercises
