// The comparison is an edit distance by lines, in which "..." takes in any lines at no cost.
#include "tests/documents/compare.hpp"

#include <algorithm>
#include <regex>

namespace zerolab::documents {

namespace {

constexpr std::size_t context_lines = 3;

void prepare(std::vector<std::string>& lines, const std::vector<std::string>& patterns) {
  for (std::string& line : lines) line = normalized(std::move(line), patterns);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
}

// Costs of turning expected[i…] into actual[j…]: one per line left out or put in.
class Costs {
 public:
  Costs(const std::vector<std::string>& expected, const std::vector<std::string>& actual)
      : columns_(actual.size() + 1), costs_((expected.size() + 1) * columns_) {
    for (std::size_t i = expected.size() + 1; i-- > 0;) {
      for (std::size_t j = columns_; j-- > 0;) {
        std::size_t best = expected.size() + actual.size() + 1;
        if (i == expected.size() && j == actual.size()) best = 0;
        if (i < expected.size() && j < actual.size() && expected[i] == actual[j]) {
          best = std::min(best, at(i + 1, j + 1));
        }
        if (i < expected.size()) {
          const bool is_gap = expected[i] == "...";
          best = std::min(best, at(i + 1, j) + (is_gap ? 0 : 1));
          if (is_gap && j < actual.size()) best = std::min(best, at(i, j + 1));
        }
        if (j < actual.size()) best = std::min(best, at(i, j + 1) + 1);
        costs_[i * columns_ + j] = best;
      }
    }
  }

  std::size_t at(std::size_t i, std::size_t j) const { return costs_[i * columns_ + j]; }

 private:
  std::size_t columns_;
  std::vector<std::size_t> costs_;
};

}  // namespace

std::string normalized(std::string line, const std::vector<std::string>& volatile_patterns) {
  static const std::regex blanks_at_end(R"(\s+$)");
  static const std::regex blanks_at_start(R"(^\s+)");
  static const std::regex blanks(R"(\s+)");
  static const std::regex rule("---+|───(─)*");
  for (const std::string& pattern : volatile_patterns) {
    line = std::regex_replace(line, std::regex(pattern), "#");
  }
  line = std::regex_replace(line, blanks_at_end, "");
  if (volatile_patterns.empty()) return line;
  line = std::regex_replace(line, blanks_at_start, "");
  line = std::regex_replace(line, blanks, " ");
  return std::regex_replace(line, rule, "---");
}

std::vector<DiffLine> difference(std::vector<std::string> expected, std::vector<std::string> actual,
                                 const std::vector<std::string>& volatile_patterns) {
  prepare(expected, volatile_patterns);
  prepare(actual, volatile_patterns);
  const Costs costs(expected, actual);
  std::vector<DiffLine> diff;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < expected.size() || j < actual.size()) {
    const std::size_t cost = costs.at(i, j);
    const bool is_gap = i < expected.size() && expected[i] == "...";
    if (i < expected.size() && j < actual.size() && expected[i] == actual[j] &&
        cost == costs.at(i + 1, j + 1)) {
      diff.push_back({' ', expected[i++]});
      ++j;
    } else if (is_gap && cost == costs.at(i + 1, j)) {
      diff.push_back({' ', expected[i++]});
    } else if (is_gap && j < actual.size() && cost == costs.at(i, j + 1)) {
      ++j;
    } else if (i < expected.size() && cost == costs.at(i + 1, j) + 1) {
      diff.push_back({'-', expected[i++]});
    } else {
      diff.push_back({'+', actual[j++]});
    }
  }
  return diff;
}

bool is_same(const std::vector<DiffLine>& diff) {
  return std::ranges::all_of(diff, [](const DiffLine& line) { return line.mark == ' '; });
}

std::string to_string(const std::vector<DiffLine>& diff) {
  std::vector<bool> shown(diff.size());
  for (std::size_t i = 0; i < diff.size(); ++i) {
    if (diff[i].mark == ' ') continue;
    const std::size_t first = i - std::min(i, context_lines);
    const std::size_t end = std::min(diff.size(), i + context_lines + 1);
    for (std::size_t near = first; near < end; ++near) shown[near] = true;
  }
  std::string text;
  for (std::size_t i = 0; i < diff.size(); ++i) {
    if (shown[i]) {
      text += diff[i].mark + diff[i].text + "\n";
    } else if (i == 0 || shown[i - 1]) {
      text += "@@\n";
    }
  }
  return text;
}

}  // namespace zerolab::documents
