// The Gradescope zip: setup.sh, run_autograder, config.json, and the part of this tree that grading
// needs.
#pragma once

#include <filesystem>
#include <vector>

#include "exercises/autograder/autograde.hpp"

namespace zerolab::exercises {

// Relative to `root`, sorted: the build files, core, exercises, and the hidden exams of the
// exercises of the plan. Without builds, tests, lessons, solutions, and without students' files:
// the exercises' own .cpp are the starters.
std::vector<std::filesystem::path> bundled_files(const std::filesystem::path& root,
                                                 const AutogradePlan& plan);

// Writes it beside and renames it; where it holds a secret, readable by its owner alone. Throws an
// input Error for an exercise that does not exist, and a failure where the zip cannot be made.
void write_bundle(const std::filesystem::path& root, const AutogradePlan& plan,
                  const std::filesystem::path& zip);

}  // namespace zerolab::exercises
