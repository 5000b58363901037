// Decoding as in RFC 3629, section 3: shortest forms only, no surrogates, up to U+10FFFF.
#include "viz/paint/utf8.hpp"

#include <cstddef>

namespace zerolab {

char32_t take_code_point(std::string_view& text) {
  constexpr char32_t replacement = 0xFFFD;
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t first = byte(0);
  // Bytes that follow, the first one's payload, and the least value: a longer form than needed is
  // not valid.
  std::size_t more = 0;
  char32_t value = first;
  char32_t least = 0;
  if (first >= 0xF0 && first <= 0xF4) {
    more = 3, value = first & 0x07, least = 0x10000;
  } else if (first >= 0xE0) {
    more = 2, value = first & 0x0F, least = 0x800;
  } else if (first >= 0xC0) {
    more = 1, value = first & 0x1F, least = 0x80;
  }
  bool valid = (first < 0x80 || first >= 0xC2) && first <= 0xF4 && text.size() > more;
  for (std::size_t i = 1; valid && i <= more; ++i) {
    valid = (byte(i) & 0xC0) == 0x80;
    value = value << 6 | (byte(i) & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value < 0xE000;
  if (!valid || value < least || value > 0x10FFFF || surrogate) {
    text.remove_prefix(1);
    return replacement;
  }
  text.remove_prefix(more + 1);
  return value;
}

}  // namespace zerolab
