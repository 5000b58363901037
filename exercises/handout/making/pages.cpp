#include "exercises/handout/making/pages.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view line_mark = "<!-- instructors -->";
constexpr std::string_view begin_mark = "<!-- instructors: begin -->";
constexpr std::string_view end_mark = "<!-- instructors: end -->";

// Whether `target`, a path from the course's root, is in the folder of an exercise that is none of
// `exercises`: exercises/NN-name.
bool is_of_another_exercise(const fs::path& target, const std::vector<ExerciseInfo>& exercises) {
  auto part = target.begin();
  if (part == target.end() || *part != "exercises" || ++part == target.end()) return false;
  const std::string label = part->string();
  const bool is_exercise =
      label.size() > 3 && label.find_first_not_of("0123456789") == 2 && label[2] == '-';
  return is_exercise && std::ranges::none_of(exercises, [&](const ExerciseInfo& info) {
           return info.label() == label;
         });
}

// Where the "[" stands whose "]" is the end of `text`; npos where there is none.
std::size_t opening_bracket(std::string_view text) {
  int open = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ']') ++open;
    if (text[at] == '[' && --open == 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string page_for_students(std::string_view page, std::string_view name) {
  std::string kept;
  int begun_at = 0;  // the line; 0: no block is open
  for (int number = 1; !page.empty(); ++number) {
    const std::size_t end = page.find('\n');
    const std::size_t size = end == std::string_view::npos ? page.size() : end + 1;
    const std::string_view line = page.substr(0, size);
    page.remove_prefix(size);
    const bool begins = line.find(begin_mark) != std::string_view::npos;
    const bool ends = line.find(end_mark) != std::string_view::npos;
    if (begins && begun_at > 0) {
      throw input_error("{} line {}: the block for instructors of line {} is still open", name,
                        number, begun_at);
    }
    if (ends && begun_at == 0) {
      throw input_error("{} line {}: no block for instructors is open here", name, number);
    }
    const bool is_left_out =
        begun_at > 0 || begins || line.find(line_mark) != std::string_view::npos;
    if (begins) begun_at = number;
    if (ends) begun_at = 0;
    // Where a block was cut out between two blank lines, one is enough.
    const bool is_second_blank = line == "\n" && kept.ends_with("\n\n");
    if (!is_left_out && !is_second_blank) kept += line;
  }
  if (begun_at > 0) {
    throw input_error("{} line {}: the block for instructors that begins here has no end", name,
                      begun_at);
  }
  return kept;
}

std::string without_links_elsewhere(std::string_view page, const fs::path& path,
                                    const std::vector<ExerciseInfo>& exercises) {
  std::string text(page);
  for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos;) {
    const std::size_t begin = at + 2;
    const std::size_t end = text.find(')', begin);
    if (end == std::string::npos) break;
    const std::string link = text.substr(begin, text.find_first_of("#) ", begin) - begin);
    const std::size_t open = opening_bracket(std::string_view(text).substr(0, at + 1));
    const fs::path target = (path.parent_path() / link).lexically_normal();
    if (open == std::string::npos || !is_of_another_exercise(target, exercises)) {
      at = begin;
      continue;
    }
    text.erase(at, end + 1 - at);
    text.erase(open, 1);
    --at;
  }
  return text;
}

}  // namespace zerolab::exercises
