// The rules, by folder. In short: the product goes out whole; of the exercises what students read,
// build and run; of the tests those of the product.
#include "exercises/handout/making/contents.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace zerolab::exercises {

namespace {

bool is_under(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

// The first name of a path, and what follows: {"exercises", "03-reduce_scatter/shard.hpp"}.
struct Split {
  std::string_view first;
  std::string_view rest;
};

Split split(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {path, {}};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

bool is_text_of_the_course(std::string_view path) {
  constexpr std::array<std::string_view, 14> endings{".cpp", ".hpp", ".cu",   ".cuh", ".cmake",
                                                     ".md",  ".txt", ".json", ".gz",  ".csv",
                                                     ".svg", ".png", ".sh",   ".html"};
  return std::ranges::any_of(endings, [&](std::string_view e) { return path.ends_with(e); });
}

// Files at the top. Of the rest there (.ci, notes, results of runs) nothing is handed out.
bool is_handed_out_at_the_top(std::string_view name) {
  constexpr std::array<std::string_view, 9> names{
      "CMakeLists.txt", "CMakePresets.json", "LICENSE",    "README.md",     "lab",
      ".clang-format",  ".dockerignore",     ".gitignore", ".gitattributes"};
  return std::ranges::find(names, name) != names.end();
}

// The product's own tests, and those of the student's commands. Left out are the tests of what is
// left out, those that hold right answers (exercises/comm, judge, check), and those of the
// repository's upkeep (documents, layering, lab): they would complain about a student's layout.
bool is_handed_out_test(std::string_view path, const std::set<std::string, std::less<>>& parts) {
  if (split(path).rest.empty()) return true;  // CMakeLists.txt, catch.hpp, …
  if (path == "exercises/CMakeLists.txt" || is_under(path, "exercises/program")) return true;
  const std::string_view part = split(path).first;
  return part == "viz" || part == "data" || part == "facts" || parts.contains(part);
}

bool is_cmake(std::string_view name) {
  return name == "CMakeLists.txt" || name.ends_with(".cmake");
}

class Exercises {
 public:
  explicit Exercises(const std::vector<ExerciseInfo>& chosen) : chosen_(chosen) {}

  // Where the handed-out file `path` (from exercises/) comes from; nothing: it is not handed out.
  std::optional<std::string> source_of(std::string_view path) const {
    const auto [folder, rest] = split(path);
    if (rest.empty()) return is_cmake(path) ? as_it_is(path) : std::nullopt;
    if (folder == "entry") return with_number(rest) ? as_it_is(path) : std::nullopt;
    if (folder == "starters") return with_label(split(rest).first) ? as_it_is(path) : std::nullopt;
    if (!is_exercise(folder)) return is_shared(path) ? as_it_is(path) : std::nullopt;
    const ExerciseInfo* info = with_label(folder);
    if (!info) return std::nullopt;
    if (rest == info->file) return "starters/" + std::string(path);
    return path.ends_with(".cpp") && rest != "visible_test.cpp" ? std::nullopt : as_it_is(path);
  }

 private:
  static std::optional<std::string> as_it_is(std::string_view path) { return std::string(path); }

  // What the exercises share. A new part is handed out once it is named here: what is missed shows
  // when a hand-out is built, what is given away does not.
  static bool is_shared(std::string_view path) {
    constexpr std::array<std::string_view, 9> parts{
        "catalog", "check", "child", "comm", "handout", "judge", "mine", "program", "zero"};
    if (is_under(path, "reference")) return path == "reference/CMakeLists.txt";
    return std::ranges::find(parts, split(path).first) != parts.end() &&
           !is_under(path, "handout/making") && path != "program/instructor_commands.cpp";
  }

  static bool is_exercise(std::string_view folder) {
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    return folder.size() > 3 && is_digit(folder[0]) && is_digit(folder[1]) && folder[2] == '-';
  }

  const ExerciseInfo* with_label(std::string_view label) const {
    const auto found =
        std::ranges::find_if(chosen_, [&](const ExerciseInfo& e) { return e.label() == label; });
    return found == chosen_.end() ? nullptr : &*found;
  }

  bool with_number(std::string_view name) const {
    return std::ranges::any_of(chosen_, [&](const ExerciseInfo& info) {
      return info.label().substr(0, 2) + ".cpp" == name;
    });
  }

  const std::vector<ExerciseInfo>& chosen_;
};

// What students compile although the core is a library: programs, what knows where it lies, and
// the exercises themselves.
bool is_compiled_beside_the_library(std::string_view path) {
  constexpr std::array<std::string_view, 6> files{
      "core/cli/main.cpp",           "core/cli/lessons.cpp",
      "exercises/mine/main.cpp",     "exercises/program/main.cpp",
      "exercises/program/place.cpp", "exercises/program/student_commands.cpp"};
  if (std::ranges::find(files, path) != files.end() || is_under(path, "exercises/entry"))
    return true;
  const std::string_view in_exercises = is_under(path, "exercises") ? path.substr(10) : "";
  return !in_exercises.empty() && (is_under(path, "exercises/starters") ||
                                   (in_exercises[0] >= '0' && in_exercises[0] <= '9'));
}

// The sources that the library was made of, their tests, and the CMake files that would build them.
bool is_in_the_library(std::string_view path) {
  if (path[0] == '.') return false;
  if (is_under(path, "tests")) return true;
  if (path.ends_with(".cpp")) return !is_compiled_beside_the_library(path);
  if (!path.ends_with("/CMakeLists.txt")) return false;
  constexpr std::array<std::string_view, 5> kept{
      "exercises/CMakeLists.txt", "exercises/mine/CMakeLists.txt",
      "exercises/program/CMakeLists.txt", "exercises/reference/CMakeLists.txt",
      "viz/CMakeLists.txt"};  // the last: by it core/options.cmake knows that there is a visualizer
  return std::ranges::find(kept, path) == kept.end();
}

std::set<std::string, std::less<>> parts_of_core(const std::vector<std::string>& files) {
  std::set<std::string, std::less<>> parts;
  for (const std::string& file : files) {
    if (is_under(file, "core")) parts.emplace(split(split(file).rest).first);
  }
  return parts;
}

}  // namespace

bool is_secret(std::string_view path) {
  const bool is_code = path.ends_with(".cpp") || path.ends_with(".hpp") || path.ends_with(".json");
  if (is_under(path, "exercises/reference")) return path.ends_with(".cpp");
  return is_code && (is_under(path, "solutions") || is_under(path, "tests/hidden") ||
                     is_under(path, "tests/mutants"));
}

std::vector<Content> contents(const std::vector<std::string>& files,
                              const std::vector<ExerciseInfo>& exercises, HandoutKind kind) {
  const Exercises chosen(exercises);
  const auto parts = parts_of_core(files);
  const auto source_of = [&](const std::string& file) -> std::optional<std::string> {
    const auto [folder, rest] = split(file);
    if (rest.empty()) return is_handed_out_at_the_top(file) ? std::optional(file) : std::nullopt;
    if (folder == ".setup" || folder == ".devcontainer") return file;  // parts of lab
    if (!is_text_of_the_course(file) || is_secret(file)) return std::nullopt;
    if (folder == "core" || folder == "viz" || folder == "lessons") return file;
    if (folder == "tests" && is_handed_out_test(rest, parts)) return file;
    if (folder != "exercises") return std::nullopt;
    const auto source = chosen.source_of(rest);
    return source ? std::optional("exercises/" + *source) : std::nullopt;
  };
  std::vector<Content> list;
  for (const std::string& file : files) {
    if (kind == HandoutKind::prebuilt && is_in_the_library(file)) continue;
    if (const auto source = source_of(file)) list.push_back({file, *source});
  }
  return list;
}

}  // namespace zerolab::exercises
