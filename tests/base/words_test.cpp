// Text taken apart, and put into lines again.
#include "core/base/words.hpp"

#include "core/base/wrapped.hpp"
#include "tests/catch.hpp"

namespace zerolab {

TEST_CASE("words are between blanks of any kind") {
  CHECK(words_of(" a\tbc \n d") == std::vector<std::string_view>{"a", "bc", "d"});
  CHECK(words_of(" \n ").empty());
}

TEST_CASE("lines are without their ends, and a last one need not have one") {
  CHECK(lines_in("a\n\nb") == std::vector<std::string_view>{"a", "", "b"});
  CHECK(lines_in("a\n") == std::vector<std::string_view>{"a"});
  CHECK(lines_in("").empty());
}

TEST_CASE("text is broken at blanks, as full as the columns allow") {
  CHECK(wrapped("one two three", 80) == "one two three\n");
  CHECK(wrapped("one two three", 7) == "one two\nthree\n");
  CHECK(wrapped("one two three", 6) == "one\ntwo\nthree\n");
  CHECK(wrapped("unbreakable", 4) == "unbreakable\n");
  CHECK(wrapped("", 4) == "\n");
}

TEST_CASE("margins count, and characters rather than bytes") {
  CHECK(wrapped("one two three", 9, "- ", "  ") == "- one two\n  three\n");
  CHECK(wrapped("öäü öäü", 7) == "öäü öäü\n");
  CHECK(wrapped("öäü öäü", 6) == "öäü\nöäü\n");
}

}  // namespace zerolab
