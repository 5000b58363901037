// UTF-8 to code points.
#pragma once

#include <string_view>

namespace zerolab {

// The first code point of `text`, which is then shortened by it. A byte that does not belong to
// valid UTF-8 counts as one U+FFFD. `text` must not be empty.
char32_t take_code_point(std::string_view& text);

}  // namespace zerolab
