// The few pieces of JSON that the writer appends, made for speed: a trace has millions of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace zerolab {

template <typename Integer>
void append_integer(std::string& text, Integer value) {
  const fmt::format_int digits(value);
  text.append(digits.data(), digits.size());
}

// Nanoseconds as microseconds with exactly three decimals: 1234567 -> "1234.567".
inline void append_us(std::string& text, std::int64_t nanoseconds) {
  if (nanoseconds < 0) text += '-';
  const std::int64_t distance = nanoseconds < 0 ? -nanoseconds : nanoseconds;
  append_integer(text, distance / 1000);
  const int thousandths = static_cast<int>(distance % 1000);
  text += '.';
  text += static_cast<char>('0' + thousandths / 100);
  text += static_cast<char>('0' + thousandths / 10 % 10);
  text += static_cast<char>('0' + thousandths % 10);
}

// Appends what stands between the quotes. UTF-8 passes as it is; 7F is escaped too, since Perfetto
// takes no control character.
inline void append_escaped(std::string& text, std::string_view value) {
  constexpr std::string_view hex = "0123456789abcdef";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      text += "\\u00";
      text += hex[byte / 16];
      text += hex[byte % 16];
    } else {
      text += c;
    }
  }
}

inline void append_string(std::string& text, std::string_view value) {
  text += '"';
  append_escaped(text, value);
  text += '"';
}

}  // namespace zerolab
