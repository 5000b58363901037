// What belongs together in an exercise stays together: the file as handed out, its copy, the
// solution, the page, exercise.json and the visible test.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "exercises/catalog/catalog.hpp"
#include "exercises/judge/exam.hpp"
#include "tests/catch.hpp"

namespace zerolab::exercises {
namespace {

namespace fs = std::filesystem;
using test::ContainsSubstring;

const fs::path root = ZEROLAB_SOURCE_DIR;

std::vector<ExerciseInfo> the_course() {
  return read_catalog(root);
}

// The function's signature: from the line that holds " name(" and is no comment, to the bracket
// that closes it, without blanks and without the names of parameters that a starter comments out.
std::string signature(const std::string& source, const std::string& name) {
  std::size_t at = source.find("\nvoid " + name + "(");
  for (const char* type : {"Shard", "Volume", "float", "StateBytes"}) {
    if (at == std::string::npos) at = source.find(fmt::format("\n{} {}(", type, name));
  }
  if (at == std::string::npos) return "";
  std::string text;
  for (const char letter : source.substr(at, source.find(')', at) - at + 1)) {
    if (letter != ' ' && letter != '\n' && letter != '/' && letter != '*') text += letter;
  }
  return text;
}

// Whether somebody works on the exercise: then it is not as it was handed out.
bool is_edited(const fs::path& file) {
  const std::string command = fmt::format("git -C '{}' diff --quiet HEAD -- '{}' 2>/dev/null",
                                          root.string(), file.string());
  return std::system(command.c_str()) != 0;
}

TEST_CASE("the copy that reset brings back is the file as handed out") {
  for (const ExerciseInfo& info : the_course()) {
    INFO(info.label());
    const std::string copy = read_file(root / "exercises" / "starters" / info.label() / info.file);
    CHECK_THAT(copy, ContainsSubstring(fmt::format("not_written({})", info.number)));
    CHECK_THAT(copy, ContainsSubstring("This is the file to edit."));
    if (is_edited(info.folder / info.file)) continue;
    CHECK(copy == read_file(info.folder / info.file));
  }
}

TEST_CASE("starter and solution and header have one signature") {
  for (const ExerciseInfo& info : the_course()) {
    INFO(info.label());
    const std::string starter =
        signature(read_file(root / "exercises" / "starters" / info.label() / info.file), info.name);
    CHECK_FALSE(starter.empty());
    CHECK(starter == signature(read_file(info.folder / (info.name + ".hpp")), info.name));
    if (!fs::exists(root / "solutions")) continue;
    CHECK(starter ==
          signature(read_file(root / "solutions" / info.label() / info.file), info.name));
  }
}

TEST_CASE("the page names the file and the command and every group of points") {
  for (const ExerciseInfo& info : the_course()) {
    INFO(info.label());
    const std::string page = read_file(info.folder / "README.md");
    CHECK_THAT(page, ContainsSubstring("`" + info.file + "`"));
    CHECK_THAT(page, ContainsSubstring(fmt::format("`./lab check {:02}`", info.number)));
    CHECK_THAT(page, ContainsSubstring("On paper, N = 3"));
    CHECK_THAT(page, ContainsSubstring("What the tests do not check"));
    for (const Group group : all_groups) {
      const double points = info.points[static_cast<std::size_t>(group)];
      if (points == 0) continue;
      CHECK_THAT(page, ContainsSubstring(fmt::format("| {} | {:g} | ", to_string(group), points)));
    }
  }
}

TEST_CASE("the visible test gives the points of exercise.json") {
  for (const ExerciseInfo& info : the_course()) {
    INFO(info.label());
    const auto& p = info.points;
    CHECK_THAT(read_file(info.folder / "visible_test.cpp"),
               ContainsSubstring(fmt::format("exam.weights = {{{:g}, {:g}, {:g}, {:g}, {:g}}};",
                                             p[0], p[1], p[2], p[3], p[4])));
    CHECK(info.total_points() == 100);
  }
}

TEST_CASE("earlier exercises that may be called are prerequisites") {
  for (const ExerciseInfo& info : the_course()) {
    for (const int earlier : info.prerequisites) CHECK(earlier < info.number);
    CHECK(info.file == info.name + ".cpp");
  }
}

}  // namespace
}  // namespace zerolab::exercises
