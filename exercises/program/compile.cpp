#include "exercises/program/compile.hpp"

#include <array>
#include <sstream>
#include <string_view>

#include <fmt/core.h>

#include "exercises/child/child.hpp"
#include "exercises/program/file_lock.hpp"

namespace zerolab::exercises {

namespace {

// A line of ninja, of make, or of CMake, or the compiler's own command line.
bool is_noise(std::string_view line) {
  constexpr std::array<std::string_view, 8> openings{"[",    "FAILED:", "ninja:",   "gmake",
                                                     "make", "--",      "Consolid", "Change Dir"};
  for (const std::string_view opening : openings) {
    if (line.starts_with(opening)) return true;
  }
  return line.find(" -std=c++20 ") != std::string_view::npos ||
         line == "cc1plus: all warnings being treated as errors";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string complaints_of(const std::string& output, const std::string& root, int most_lines) {
  std::istringstream lines(output);
  std::string text;
  int shown_lines = 0;
  int left_out = 0;
  for (std::string line; std::getline(lines, line);) {
    if (is_noise(line)) continue;
    replace_all(line, root + "/", "");
    if (shown_lines < most_lines) {
      text += line + "\n";
      ++shown_lines;
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) text += fmt::format("… and {} more lines\n", left_out);
  return text;
}

Compiled compile_exercise(const Place& place, const ExerciseInfo& exercise) {
  const FileLock lock(place.build / "lab.lock");
  const ChildResult built = run_child({cmake_program(), "--build", place.build.string(), "--target",
                                       fmt::format("exercise_{:02}", exercise.number)},
                                      ChildOutput::captured);
  if (built.status == 0) return {true, ""};
  return {false, complaints_of(built.output, place.root.string())};
}

}  // namespace zerolab::exercises
