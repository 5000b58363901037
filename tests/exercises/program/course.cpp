#include "tests/exercises/program/course.hpp"

#include <filesystem>
#include <sstream>

#include <fmt/core.h>

#include "core/base/files.hpp"

namespace zerolab::exercises::test {

namespace fs = std::filesystem;

Course::Course() {
  const auto add = [&](std::string_view label, std::string_view name, std::string_view title) {
    write(fmt::format("exercises/{}/exercise.json", label),
          fmt::format(R"({{"title": "{}", "file": "{}.cpp",
  "points": {{"values": 60, "edges": 40}},  // of 100
  "hints": ["think of one chunk", "count the steps", "it is r - 1 - s"]}})",
                      title, name));
    for (const std::string_view folder : {"exercises", "exercises/starters"}) {
      write(fmt::format("{}/{}/{}.cpp", folder, label, name), "// as handed out\n");
    }
    write(fmt::format("exercises/{}/README.md", label), "# The task\n");
  };
  add("01-shard", "shard", "Who owns what");
  add("03-reduce_scatter", "reduce_scatter", "Reduce-scatter");
  write("solutions/01-shard/shard.cpp", "// solved\n");
}

zerolab::test::ProgramResult Course::lab(std::string_view line) const {
  std::vector<std::string> words{"/usr/bin/env", "ZEROLAB_COURSE=" + folder_.path("").string(),
                                 ZEROLAB_EXERCISES_PROGRAM};
  std::istringstream rest{std::string(line)};
  for (std::string word; rest >> word;) words.push_back(word);
  return zerolab::test::run_command(std::move(words));
}

// A script in the place of the program that CMake would build; $2 is the report's path.
void Course::set_check(std::string_view report, std::string_view printed, int status) const {
  std::string script = fmt::format("#!/bin/sh\necho '{}'\n", printed);
  if (!report.empty()) script += fmt::format("cat >\"$2\" <<'END'\n{}\nEND\n", report);
  write("build/bin/exercise_01", script + fmt::format("exit {}\n", status));
  fs::permissions(folder_.path("build/bin/exercise_01"), fs::perms::owner_all);
}

std::string Course::read(std::string_view path) const {
  return read_file(folder_.path(path));
}

void Course::write(std::string_view path, std::string_view content) const {
  fs::create_directories(folder_.path(path).parent_path());
  write_file(folder_.path(path), content);
}

}  // namespace zerolab::exercises::test
