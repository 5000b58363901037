// Sentences as lines for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace zerolab::exercises {

inline constexpr std::size_t text_width = 98;  // columns

// Broken at blanks, `first` in front of the first line and `margin` in front of the others.
std::string wrapped(std::string_view text, std::string_view first = "",
                    std::string_view margin = "");

}  // namespace zerolab::exercises
