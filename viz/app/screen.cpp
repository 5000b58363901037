#include "viz/app/screen.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/base/words.hpp"
#include "core/base/wrapped.hpp"

namespace zerolab {

namespace {

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::string cut(std::string_view line, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t shown = 0; end < line.size(); ++end) {
    if (continues_character(line[end])) continue;
    if (++shown == columns) break;
  }
  return std::string(line.substr(0, end)) + "…";
}

std::vector<std::string> laid_out(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string_view line : lines_in(text)) {
    if (display_width(line) <= columns) {
      lines.emplace_back(line);
    } else if (line.front() == ' ') {
      lines.push_back(cut(line, columns));
    } else {
      const std::string sentence = wrapped(line, columns, "", "  ");
      for (const std::string_view part : lines_in(sentence)) lines.emplace_back(part);
    }
  }
  return lines;
}

}  // namespace

Screen screen_of(std::string_view text, ScreenSize size, std::size_t first_line) {
  const std::size_t rows = std::max<std::size_t>(size.rows, 3) - 1;
  std::vector<std::string> lines = laid_out(text, std::max<std::size_t>(size.columns, 20));
  if (lines.size() > rows) std::erase(lines, "");
  Screen screen;
  screen.lines = lines.size();
  const bool all = lines.size() <= rows;
  const std::size_t shown = all ? lines.size() : rows - 1;
  screen.first_line = std::min(first_line, lines.size() - shown);
  for (std::size_t line = 0; line < shown; ++line) {
    screen.text += lines[screen.first_line + line] + "\n";
  }
  if (!all) {
    screen.text += fmt::format("↑ ↓ lines {} to {} of {}\n", screen.first_line + 1,
                               screen.first_line + shown, screen.lines);
  }
  return screen;
}

}  // namespace zerolab
