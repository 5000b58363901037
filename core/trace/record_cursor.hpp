// Steps through the JSON of records. Each take_… goes past what it names and says whether that
// stood there; where it did not, the place is undefined unless said otherwise. They know the JSON
// that our writer makes and take nothing that is not JSON; the text must be UTF-8.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/trace/check.hpp"

namespace zerolab {

class RecordCursor {
 public:
  explicit RecordCursor(std::string_view text)
      : at_(text.data()), end_(text.data() + text.size()) {}

  std::string_view rest() const { return {at_, left()}; }

  // These exact bytes, a literal, whose size the compiler then knows; where they are not there, the
  // place stays.
  template <std::size_t size>
  bool take(const char (&bytes)[size]) {
    constexpr std::size_t length = size - 1;
    if (left() < length || std::memcmp(at_, bytes, length) != 0) return false;
    at_ += length;
    return true;
  }

  bool next_is(char c) const { return at_ != end_ && *at_ == c; }

  // A member's key and its colon; where they are not there, the place stays.
  bool take_key(std::string_view key) {
    const std::size_t size = key.size();
    if (left() < size + 3 || at_[1] != key[0] || at_[0] != '"' || at_[size + 1] != '"' ||
        at_[size + 2] != ':' || std::memcmp(at_ + 1, key.data(), size) != 0) {
      return false;
    }
    at_ += size + 3;
    return true;
  }

  // A whole number without a sign and below 2^63.
  bool take_integer(std::int64_t& value) {
    const char* const first = at_;
    std::uint64_t sum = 0;
    for (; at_ != end_ && is_digit(*at_); ++at_) {
      sum = sum * 10 + static_cast<std::uint64_t>(*at_ - '0');
    }
    const auto digits = at_ - first;
    value = static_cast<std::int64_t>(sum);
    // 19 digits fit into 64 bits without a sign.
    return digits >= 1 && digits <= 19 && value >= 0 && (digits == 1 || *first != '0');
  }

  // Microseconds with exactly three decimals, as nanoseconds: append_us's inverse.
  bool take_us(std::int64_t& nanoseconds) {
    const bool is_negative = take("-");
    std::int64_t us = 0;
    if (!take_integer(us) || us > 2 * (max_trace_time_ns / 1000) || !take(".") || left() < 3) {
      return false;
    }
    if (!is_digit(at_[0]) || !is_digit(at_[1]) || !is_digit(at_[2])) return false;
    const int thousandths = (at_[0] - '0') * 100 + (at_[1] - '0') * 10 + (at_[2] - '0');
    at_ += 3;
    if (at_ != end_ && is_digit(*at_)) return false;
    nanoseconds = us * 1000 + thousandths;
    if (is_negative) nanoseconds = -nanoseconds;
    return true;
  }

  // A string in its quotes; `text` is what stands between them, with its escapes.
  bool take_text(std::string_view& text) {
    if (!take("\"")) return false;
    const char* const first = at_;
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ != '\\') continue;
      constexpr std::string_view escaped = "\"\\/bfnrt";
      if (++at_ == end_ || escaped.find(*at_) == escaped.npos) return false;
    }
    text = {first, static_cast<std::size_t>(at_ - first)};
    return take("\"");
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  const char* at_;
  const char* end_;
};

}  // namespace zerolab
