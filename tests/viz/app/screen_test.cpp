// What a small terminal shows of a text view.
#include "viz/app/screen.hpp"

#include "core/base/units.hpp"
#include "tests/catch.hpp"

namespace zerolab {

namespace {

std::string numbered(int lines) {
  std::string text;
  for (int line = 1; line <= lines; ++line) text += "line " + std::to_string(line) + "\n";
  return text;
}

}  // namespace

TEST_CASE("a text that fits is shown as it is") {
  const Screen screen = screen_of("a\n\nb\n", {4, 80}, 0);
  CHECK(screen.text == "a\n\nb\n");
  CHECK(screen.first_line == 0);
  CHECK(screen.lines == 3);
}

TEST_CASE("where a text does not fit, blank lines go first") {
  CHECK(screen_of("a\n\nb\n\nc\n", {4, 80}, 0).text == "a\nb\nc\n");
}

TEST_CASE("a longer text scrolls between its ends and says where it is") {
  const Screen top = screen_of(numbered(9), {6, 80}, 0);
  CHECK(top.text == "line 1\nline 2\nline 3\nline 4\n↑ ↓ lines 1 to 4 of 9\n");
  CHECK(screen_of(numbered(9), {6, 80}, 2).first_line == 2);
  const Screen end = screen_of(numbered(9), {6, 80}, 100);
  CHECK(end.first_line == 5);
  CHECK(end.text == "line 6\nline 7\nline 8\nline 9\n↑ ↓ lines 6 to 9 of 9\n");
}

TEST_CASE("a sentence is broken at blanks, a row of a table is cut at the edge") {
  const Screen screen =
      screen_of("Rank 0 sends chunk 2 to rank 1.\n  rank  chunk 0  ── chunk 1\n", {9, 20}, 0);
  CHECK(screen.text == "Rank 0 sends chunk 2\n  to rank 1.\n  rank  chunk 0  ──…\n");
  const Screen exact = screen_of("  rank  chunk 0  ────\n", {9, 21}, 0);
  CHECK(exact.text == "  rank  chunk 0  ────\n");
}

TEST_CASE("whatever the size, no line is wider and no screen longer") {
  const std::string text = numbered(30) + "  " + std::string(300, '=') + "\n" +
                           "word wörd word word word word word word word word word word\n";
  for (const std::size_t rows : {1U, 2U, 3U, 10U, 40U}) {
    for (const std::size_t columns : {1U, 20U, 33U, 80U}) {
      std::string shown = screen_of(text, {rows, columns}, 7).text;
      std::size_t lines = 0;
      for (std::size_t end = 0; (end = shown.find('\n')) != std::string::npos; ++lines) {
        CHECK(display_width(shown.substr(0, end)) <= std::max<std::size_t>(columns, 23));
        shown.erase(0, end + 1);
      }
      CHECK(shown.empty());
      CHECK(lines <= std::max<std::size_t>(rows, 3) - 1);
    }
  }
}

}  // namespace zerolab
