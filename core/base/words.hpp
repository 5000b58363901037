// Text taken apart at its blanks and its line ends.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace zerolab {

// The runs of characters between blanks (space, tab, line ends), as views into `text`.
inline std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(blanks, begin)) < text.size();) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

// The lines, without their ends, as views into `text`; what ends with a line end has no empty last
// line.
inline std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace zerolab
