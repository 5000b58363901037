// The numbers in the instructor's guide are those of the tree.
#include <filesystem>
#include <sstream>
#include <vector>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "exercises/catalog/catalog.hpp"
#include "tests/catch.hpp"

namespace zerolab::exercises {
namespace {

using zerolab::test::ContainsSubstring;

std::size_t answers_in(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    count += entry.path().extension() == ".cpp" ? 1 : 0;
  }
  return count;
}

TEST_CASE("the guide counts the wrong and the unusual answers that there are") {
  const std::filesystem::path source = ZEROLAB_SOURCE_DIR;
  const std::filesystem::path mutants = source / "tests/mutants";
  if (!std::filesystem::exists(mutants)) return;  // a tree that was handed out
  const std::string guide = read_file(source / "exercises/grader/README.md");
  for (const ExerciseInfo& info : read_catalog(source)) {
    const std::string row = fmt::format("| {:02} {} | {} | {} |", info.number, info.name,
                                        answers_in(mutants / info.label()),
                                        answers_in(mutants / info.label() / "valid"));
    CHECK_THAT(guide, ContainsSubstring(row));
  }
  const std::size_t attacks = answers_in(mutants / "attacks");
  CHECK_THAT(guide, ContainsSubstring(fmt::format("| attacks | {} | |", attacks)));
  CHECK_THAT(guide, ContainsSubstring(fmt::format("`tests/mutants/attacks` has {} that", attacks)));
}

// Empty in a tree that was handed out, which has no guide.
std::vector<std::string> lines_of_guide() {
  const std::filesystem::path guide =
      std::filesystem::path(ZEROLAB_SOURCE_DIR) / "exercises/grader/README.md";
  if (!std::filesystem::exists(guide)) return {};
  std::vector<std::string> lines;
  std::istringstream text(read_file(guide));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("no table of the guide is cut in two by a blank line") {
  const std::vector<std::string> lines = lines_of_guide();
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const bool begins = lines[i].starts_with("| ") && !lines[i - 1].starts_with("|");
    INFO(lines[i]);
    if (begins) CHECK(lines[i + 1].starts_with("|---"));
  }
}

TEST_CASE("the guide's commands can be pasted in the root of the repository") {
  for (const std::string& line : lines_of_guide()) {
    INFO(line);
    CHECK_FALSE(line.starts_with("lab "));
    CHECK(line.find("`lab ") == std::string::npos);
    CHECK(line.find(" course.secret") == std::string::npos);
  }
}

}  // namespace
}  // namespace zerolab::exercises
