// Solutions earn every point, in the visible test and in drawn ones.
#include <fmt/core.h>

#include "tests/catch.hpp"
#include "tests/exercises/solutions/visible_check.hpp"

namespace zerolab::test {
namespace {

TEST_CASE("a solution passes the visible test") {
  const int exercise = GENERATE(range(1, exercises + 1));
  const Checked checked = visible_check("solution", exercise, "");
  INFO(checked.report["text"].get<std::string>());
  CHECK(checked.status == 0);
  CHECK(checked.report["points"] == 100);
}

void passes_drawn_tests(int exercise) {
  for (int seed = 1; seed <= 5; ++seed) {
    const Checked checked =
        visible_check("solution", exercise, fmt::format("--fresh-seed {}", seed));
    INFO("seed " << seed << "\n" << checked.report["text"].get<std::string>());
    CHECK(checked.status == 0);
    CHECK(checked.report["points"] == 100);
  }
}

TEST_CASE("solutions of exercises 1 to 4 pass drawn tests", "[slow]") {
  passes_drawn_tests(GENERATE(range(1, 5)));
}

TEST_CASE("solutions of exercises 5 to 7 pass drawn tests", "[slow]") {
  passes_drawn_tests(GENERATE(range(5, exercises + 1)));
}

}  // namespace
}  // namespace zerolab::test
