// Words that the tables of zerolab profile share: numbers, times, lists of names.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/base/words.hpp"
#include "core/cli/profile_text.hpp"

namespace zerolab {

bool as_predicted(const OwnReport& report) {
  const auto& predicted = report.header.predicted;
  for (std::size_t rank = 0; rank < predicted.size(); ++rank) {
    const RankTotals& measured = report.profile.ranks[rank];
    if (measured.sent_elements != predicted[rank].sent_elements ||
        measured.received_elements != predicted[rank].received_elements) {
      return false;
    }
  }
  return true;
}

bool is_explained(const OwnReport& report) {
  return !report.explanation || report.explanation->differences.empty();
}

bool is_explained(const KinetoReport& report) {
  return !report.explanation ||
         (report.explanation->unexplained.empty() && report.explanation->lacking.empty());
}

std::string filled(const std::string& text, const std::string& first, int indent) {
  constexpr std::size_t columns = 100;
  std::string result;
  std::string line = first;
  bool line_has_word = false;
  for (const std::string_view word : words_of(text)) {
    if (line_has_word && display_width(line) + 1 + display_width(word) > columns) {
      result += line + "\n";
      line.assign(static_cast<std::size_t>(indent), ' ');
      line_has_word = false;
    }
    if (line_has_word) line += ' ';
    line += word;
    line_has_word = true;
  }
  return result + line + "\n";
}

std::string profile_ms(double us) {
  return us < 0 ? "?" : fmt::format("{:.3f}", us / 1000);
}

std::string extremes_text(const std::optional<Extremes>& moved) {
  if (!moved) return "?";
  if (moved->least == moved->most) return with_separators(moved->most);
  return fmt::format("{}–{}", with_separators(moved->least), with_separators(moved->most));
}

std::string cut_note(std::size_t rows, int most_rows) {
  if (most_rows <= 0 || rows <= static_cast<std::size_t>(most_rows)) return {};
  const std::size_t more = rows - static_cast<std::size_t>(most_rows);
  return fmt::format("  … and {} more row{}: --rows 0 shows all\n", more, more == 1 ? "" : "s");
}

}  // namespace zerolab
