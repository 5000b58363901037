// Which exercises are handed out: "01-07,13".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

struct Choice {
  std::vector<ExerciseInfo> exercises;  // in order
  std::vector<ExerciseInfo> added;      // of these, those that others build on and nobody named
};

// `text`: numbers and ranges between commas, or all. Exercises that a chosen one builds on
// (prerequisites) come along: it includes their headers and may call them. Throws an input Error
// for what is no number or range, and for an exercise that does not exist.
Choice choose(const std::vector<ExerciseInfo>& catalog, std::string_view text);

}  // namespace zerolab::exercises
