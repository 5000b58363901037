#include "core/cli/rank_counts.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/base/units.hpp"

namespace zerolab {

namespace {

std::optional<int> whole_number(std::string_view text, int largest) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = status == std::errc{} && end == text.data() + text.size();
  return read && value >= 1 && value <= largest ? std::optional(value) : std::nullopt;
}

}  // namespace

int parse_rank_count(std::string_view text, int largest) {
  if (const auto ranks = whole_number(text, largest)) return *ranks;
  throw input_error("ranks '{}': give a whole number from 1 to {}", text, with_separators(largest));
}

std::vector<int> parse_rank_counts(std::string_view text, int largest) {
  std::vector<int> counts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto ranks = whole_number(text.substr(begin, end - begin), largest);
    if (!ranks) {
      throw input_error(
          "ranks '{}': give a whole number from 1 to {}, or several with commas, as 2,4,8", text,
          with_separators(largest));
    }
    counts.push_back(*ranks);
    begin = end + 1;
  }
  return counts;
}

}  // namespace zerolab
