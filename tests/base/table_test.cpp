// Tables align by letters, not by bytes.
#include "core/base/table.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("columns align and lines have no trailing blanks") {
  Table table({{"rank", Align::right}, {"what", Align::left}, {"Ψ"}});
  table.add_row({"0", "all", "7"});
  table.add_gap();
  table.add_row({"10", "Ψ", "1,000"});
  CHECK(table.to_string() ==
        "  rank  what      Ψ\n"
        "  ─────────────────\n"
        "     0  all       7\n"
        "\n"
        "    10  Ψ     1,000\n");
  Table last_is_left({{"a"}, {"note", Align::left}});
  last_is_left.add_row({"1", ""});
  CHECK(last_is_left.to_string(0) == "a  note\n───────\n1\n");
}

TEST_CASE("a row of another width is refused") {
  Table table({{"a"}, {"b"}});
  CHECK_THROWS_AS(table.add_row({"1"}), InvariantError);
}
