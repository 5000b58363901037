// What is shown of a text in a terminal that may be smaller than it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zerolab {

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

struct Screen {
  std::string text;            // at most rows - 1 lines, each with its newline: one is the caller's
  std::size_t first_line = 0;  // as it was asked for, or the last from which the screen is full
  std::size_t lines = 0;       // of the whole text, as it was laid out
};

// Sentences are broken at blanks, rows of tables (they begin with a blank) are cut at the edge and
// end with "…" there. Where all does not fit, blank lines go first; where it still does not, the
// lines from `first_line` on are shown, and the last line says which these are.
Screen screen_of(std::string_view text, ScreenSize size, std::size_t first_line);

}  // namespace zerolab
