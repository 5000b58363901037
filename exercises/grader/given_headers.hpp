// The headers that an answer may include: those of its own and of earlier exercises, and those that
// the file as handed out includes, with what they include in turn. Nothing else of the repository
// is shown to the compiler.
#pragma once

#include <filesystem>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

// Paths from `root`. Throws an input Error where one is missing.
std::vector<std::filesystem::path> given_headers(const std::filesystem::path& root,
                                                 const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
