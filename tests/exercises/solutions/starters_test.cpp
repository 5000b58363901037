// What is handed out compiles, earns no points, and says that it is not written yet.
#include <fmt/core.h>

#include "tests/catch.hpp"
#include "tests/exercises/solutions/visible_check.hpp"

namespace zerolab::test {
namespace {

TEST_CASE("what is handed out compiles and has no points and says why") {
  const int exercise = GENERATE(range(1, exercises + 1));
  for (const char* arguments : {"", "--fresh-seed 1"}) {
    INFO("exercise " << exercise << " " << arguments);
    const Checked checked = visible_check("starter", exercise, arguments);
    CHECK(checked.status == 1);
    CHECK(checked.report["points"] == 0);
    CHECK_THAT(checked.report["text"].get<std::string>(),
               ContainsSubstring(fmt::format("exercise {:02} is not written yet", exercise)));
  }
}

}  // namespace
}  // namespace zerolab::test
