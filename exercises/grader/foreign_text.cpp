#include "exercises/grader/foreign_text.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

// The file named in a line marker `# 12 "file" 1`; nothing in any other line.
std::optional<std::string> marked_file(std::string_view line) {
  if (!line.starts_with("# ")) return std::nullopt;
  const std::size_t begin = line.find('"');
  const std::size_t end = line.rfind('"');
  if (begin == std::string_view::npos || end <= begin) return std::nullopt;
  return std::string(line.substr(begin + 1, end - begin - 1));
}

bool is_below(const std::string& file, const std::filesystem::path& folder) {
  const std::string prefix = (folder / "").lexically_normal().string();
  return std::filesystem::path(file).lexically_normal().string().starts_with(prefix);
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_assembly(std::string_view line) {
  for (std::size_t begin = 0; begin < line.size();) {
    if (!is_word(line[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < line.size() && is_word(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    if (word == "asm" || word == "__asm" || word == "__asm__") return true;
    begin = end;
  }
  return false;
}

}  // namespace

std::optional<std::string> why_foreign(std::string_view preprocessed, std::string_view answer,
                                       const std::vector<std::filesystem::path>& allowed) {
  bool in_answer = true;
  for (std::size_t begin = 0; begin < preprocessed.size();) {
    const std::size_t end = std::min(preprocessed.find('\n', begin), preprocessed.size());
    const std::string_view line = preprocessed.substr(begin, end - begin);
    begin = end + 1;
    if (const auto file = marked_file(line)) {
      const bool given = std::ranges::any_of(
          allowed, [&](const std::filesystem::path& folder) { return is_below(*file, folder); });
      // A line marker can be written by hand: so only a given header may hold assembly.
      in_answer = !given;
      if (!given && *file != answer && !file->starts_with('<')) {
        return fmt::format("includes {}, which is none of the given headers", *file);
      }
    } else if (in_answer && has_assembly(line)) {
      return "holds assembly, which no answer needs";
    }
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
