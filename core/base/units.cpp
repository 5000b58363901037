#include "core/base/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// Bytes of the well-formed UTF-8 sequence of two to four bytes that `bytes` starts with (Unicode
// 15, table 3-7); 0 where there is none.
std::size_t utf8_sequence(std::string_view bytes) {
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
  const unsigned lead = at(0);
  const unsigned second = at(1);
  if (lead >= 0xC2 && lead <= 0xDF && continues(1)) return 2;
  if (lead >= 0xE0 && lead <= 0xEF && continues(1) && continues(2)) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4 && continues(1) && continues(2) && continues(3)) {
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool too_large = lead == 0xF4 && second > 0x8F;
    return overlong || too_large ? 0 : 4;
  }
  return 0;
}

}  // namespace

std::string with_separators(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string format_bytes(std::int64_t bytes) {
  if (std::llabs(bytes) < 1000) return fmt::format("{} B", bytes);
  constexpr std::array units{"kB", "MB", "GB", "TB", "PB"};
  double value = static_cast<double>(bytes) / 1000.0;
  std::size_t unit = 0;
  while (std::fabs(value) >= 999.95 && unit + 1 < units.size()) {
    value /= 1000.0;
    ++unit;
  }
  const double size = std::fabs(value);
  const int decimals = size < 9.9995 ? 3 : size < 99.995 ? 2 : 1;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string as_multiple_of_psi(std::int64_t elements, std::int64_t psi) {
  if (elements == 0 || psi == 0) return "0 Ψ";
  return fmt::format("{:.3f} Ψ", static_cast<double>(elements) / static_cast<double>(psi));
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) {
    const bool continues_a_code_point = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!continues_a_code_point) ++columns;
  }
  return columns;
}

std::string printable(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const auto byte = static_cast<unsigned char>(bytes[0]);
    const bool plain = (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t';
    const std::size_t taken = plain ? 1 : utf8_sequence(bytes);
    if (taken == 0) {
      text += fmt::format("\\x{:02X}", byte);
    } else {
      text += bytes.substr(0, taken);
    }
    bytes.remove_prefix(taken == 0 ? 1 : taken);
  }
  return text;
}

std::int64_t parse_count(std::string_view text, std::string_view what) {
  std::string_view digits = text;
  double scale = 1;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'K':
      case 'k': scale = 1e3; break;
      case 'M':
      case 'm': scale = 1e6; break;
      case 'B':
      case 'b':
      case 'G':
      case 'g': scale = 1e9; break;
      case 'T':
      case 't': scale = 1e12; break;
      default: break;
    }
    if (scale > 1) digits.remove_suffix(1);
  }
  double value = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const double count = value * scale;
  if (status != std::errc{} || end != digits.data() + digits.size() || !(count >= 1) ||
      count > 1e15 || count != std::floor(count)) {
    throw input_error("{} '{}': give a whole number from 1 to 10^15, such as 1000, 7.5e9 or 7.5B",
                      what, text);
  }
  return static_cast<std::int64_t>(count);
}

}  // namespace zerolab
