// The numbers in the instructor's guide are those of the tree.
#include <filesystem>

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
  CHECK_THAT(guide,
             ContainsSubstring(fmt::format("| attacks | {} | |", answers_in(mutants / "attacks"))));
}

}  // namespace
}  // namespace zerolab::exercises
