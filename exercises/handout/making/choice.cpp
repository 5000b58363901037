#include "exercises/handout/making/choice.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

std::optional<int> exercise_number(std::string_view digits) {
  int number = 0;
  const auto [stop, error] = std::from_chars(digits.begin(), digits.end(), number);
  if (error != std::errc{} || stop != digits.end() || number < 0) return std::nullopt;
  return number;
}

std::set<int> numbers_of(const std::vector<ExerciseInfo>& catalog) {
  std::set<int> numbers;
  for (const ExerciseInfo& info : catalog) numbers.insert(info.number);
  return numbers;
}

// The exercises that `part` names, "13" or "01-07"; of a range its two ends must exist.
void add_part(const std::set<int>& all, std::string_view part, std::set<int>& chosen) {
  const std::size_t dash = part.find('-');
  const auto first = exercise_number(part.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : exercise_number(part.substr(dash + 1));
  if (!first || !last || *first > *last) {
    throw input_error("--exercises: '{}' is no exercise and no range; write 01-07,13 or all", part);
  }
  for (const int number : {*first, *last}) {
    if (!all.contains(number)) {
      throw input_error("--exercises: there is no exercise {:02}; there are {}", number,
                        in_words({all.begin(), all.end()}));
    }
  }
  chosen.insert(all.lower_bound(*first), all.upper_bound(*last));
}

std::set<int> numbers_in(std::string_view text, const std::set<int>& all) {
  if (text.empty()) {  // a shell variable that is not set, say
    throw input_error("--exercises names no exercise; write 01-07,13 or all");
  }
  std::set<int> named;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    add_part(all, text.substr(0, comma), named);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return named;
}

}  // namespace

Choice choose(const std::vector<ExerciseInfo>& catalog, std::string_view text) {
  const std::set<int> all = numbers_of(catalog);
  const std::set<int> named = text == "all" ? all : numbers_in(text, all);
  // Prerequisites are earlier ones, so one pass from the last to the first finds all.
  std::set<int> needed = named;
  for (auto info = catalog.rbegin(); info != catalog.rend(); ++info) {
    if (needed.contains(info->number)) {
      needed.insert(info->prerequisites.begin(), info->prerequisites.end());
    }
  }
  Choice choice;
  for (const ExerciseInfo& info : catalog) {
    if (!needed.contains(info.number)) continue;
    choice.exercises.push_back(info);
    if (!named.contains(info.number)) choice.added.push_back(info);
  }
  return choice;
}

}  // namespace zerolab::exercises
