#include "viz/playback/rank_words.hpp"

#include <vector>

#include <fmt/core.h>

namespace zerolab {

std::string numbered(std::string_view noun, std::span<const int> numbers) {
  std::string text = fmt::format("{}{} ", noun, numbers.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last - i < 3) last = i;
    if (i > 0) text += ", ";
    text += fmt::format("{}", numbers[i]);
    if (last > i) text += fmt::format(" to {}", numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string contributors(std::span<const std::uint8_t> held) {
  std::vector<int> ranks;
  std::vector<int> twice;
  std::vector<int> more;
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    const int number = static_cast<int>(rank);
    if (held[rank] > 0) ranks.push_back(number);
    if (held[rank] == 2) twice.push_back(number);
    if (held[rank] > 2) more.push_back(number);
  }
  if (ranks.empty()) return "nothing";
  std::string text = ranks.size() == held.size() && ranks.size() > 1
                         ? fmt::format("all {} ranks", ranks.size())
                         : numbered("rank", ranks);
  if (!twice.empty()) text += fmt::format(", with {} twice", numbered("rank", twice));
  if (!more.empty()) text += fmt::format(", with {} more than twice", numbered("rank", more));
  return text;
}

bool is_input_of(std::span<const std::uint8_t> held, int rank) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] != (static_cast<int>(i) == rank ? 1 : 0)) return false;
  }
  return true;
}

}  // namespace zerolab
