#include "exercises/handout/making/leaks.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace zerolab::exercises {

namespace {

struct Line {
  std::string text;  // without blanks
  int number = 0;    // from 1
};

constexpr std::size_t passage_lines = 3;
constexpr std::size_t least_letters = 30;  // of a passage: three times "break;" is nobody's text

bool is_word_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
         (letter >= 'A' && letter <= 'Z') || byte >= 0x80;
}

// `text` with comments blanked, line ends kept. A // behind a colon opens no comment: it is a link.
std::string without_comments(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    std::size_t skipped = 0;
    if (rest.starts_with("//") && !(at > 0 && text[at - 1] == ':')) {
      skipped = std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      skipped = end == std::string_view::npos ? rest.size() : end + 2;
    }
    if (skipped == 0) {
      kept += text[at];
      continue;
    }
    kept.append(static_cast<std::size_t>(std::ranges::count(rest.substr(0, skipped), '\n')), '\n');
    at += skipped - 1;
  }
  return kept;
}

// Whether it calls, computes or quotes something. Fields and their types are much the same in all
// programs.
bool is_significant(std::string_view line) {
  constexpr std::array<std::string_view, 3> openings{"#", "namespace", "using"};
  const auto opens = [&](std::string_view opening) { return line.starts_with(opening); };
  return std::ranges::count_if(line, is_word_letter) >= 3 &&
         line.find_first_of("()[]\"'+-*/%.&|!?") != std::string_view::npos &&
         std::ranges::none_of(openings, opens);
}

std::vector<Line> significant_lines(std::string_view text) {
  std::vector<Line> lines;
  Line line{"", 1};
  const std::string code = without_comments(text);
  const auto end_line = [&] {
    if (is_significant(line.text)) lines.push_back(line);
    line = {"", line.number + 1};
  };
  for (const char letter : code) {
    if (letter == '\n') {
      end_line();
    } else if (letter != ' ' && letter != '\t' && letter != '\r') {
      line.text += letter;
    }
  }
  end_line();
  return lines;
}

// Calls visit(passage, number of its first line) for each of a text.
template <typename Visit>
void for_each_passage(std::string_view text, Visit visit) {
  const std::vector<Line> lines = significant_lines(text);
  for (std::size_t first = 0; first + passage_lines <= lines.size(); ++first) {
    std::string passage;
    for (std::size_t i = first; i < first + passage_lines; ++i) passage += lines[i].text + "\n";
    if (passage.size() >= least_letters) visit(passage, lines[first].number);
  }
}

}  // namespace

void Secrets::add(std::string_view path, std::string_view text) {
  for_each_passage(text, [&](const std::string& passage, int line) {
    passages_.try_emplace(passage, Origin{std::string(path), line});
  });
}

void Secrets::give(std::string_view text) {
  for_each_passage(text, [&](const std::string& passage, int) { passages_.erase(passage); });
}

std::vector<Leak> Secrets::find_in(std::string_view path, std::string_view text) const {
  std::vector<Leak> leaks;
  int last_line = -1;  // of a passage that was found; its neighbours are the same leak
  for_each_passage(text, [&](const std::string& passage, int line) {
    const auto found = passages_.find(passage);
    if (found == passages_.end()) return;
    const bool is_the_same = last_line >= 0 && line - last_line <= 3;
    last_line = line;
    if (is_the_same) return;
    leaks.push_back({std::string(path), line, found->second.path, found->second.line});
  });
  return leaks;
}

std::string to_string(const Leak& leak) {
  return fmt::format("{} line {} has what {} has from line {} on", leak.path, leak.line,
                     leak.secret, leak.secret_line);
}

}  // namespace zerolab::exercises
