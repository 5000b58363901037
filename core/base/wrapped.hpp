// Text broken into lines for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace zerolab {

// `text` broken at blanks into lines of at most `columns` (a longer word has a line of its own),
// `first` in front of the first line and `margin` in front of the others; each ends with a newline.
// Blanks and line ends within the text do not matter.
std::string wrapped(std::string_view text, std::size_t columns, std::string_view first = "",
                    std::string_view margin = "");

}  // namespace zerolab
