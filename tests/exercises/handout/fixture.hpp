// The course that these tests belong to, and made-up hand-outs.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/handout/making/assemble.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises::test {

using Files = std::map<std::string, std::string>;  // path → content

// The course's root, its exercises, and what it holds: as git says, or else as it lies there.
const std::filesystem::path& the_course();
const std::vector<ExerciseInfo>& the_exercises();
const Repository& the_repository();

// The course's own hand-out of these exercises, "01-03" or all, with stand-ins for what would be
// compiled.
Assembled the_handout(HandoutKind kind = HandoutKind::sources, std::string_view exercises = "all");

// What this build has compiled for hand-outs: exercises/handout/making/libraries.cmake.
std::filesystem::path compiled_parts();

// A folder of these files and nothing else.
void write_files(const std::filesystem::path& folder, const Files& files);

// The same, with a manifest over all of them; the file "run.sh" is executable.
void write_handout_of(const std::filesystem::path& folder, const Files& files,
                      std::optional<int> revision = std::nullopt,
                      const std::vector<int>& exercises = {}, const std::string& platform = {});

// All files below `folder`, but for the manifest.
Files files_in(const std::filesystem::path& folder);

}  // namespace zerolab::exercises::test
