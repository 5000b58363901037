// Building one exercise's check, and what a compiler's complaints look like to a student.
#pragma once

#include <string>

#include "exercises/program/place.hpp"

namespace zerolab::exercises {

struct Compiled {
  bool fine = false;
  std::string complaints;  // the compiler's, without the build tool's own words
};

// Brings bin/exercise_NN up to date: after an edit that is one file and one link.
Compiled compile_exercise(const Place& place, const ExerciseInfo& exercise);

// The lines of a build's output that a person should see: without progress, command lines and what
// ninja says, paths below `root` relative to it, and cut after `most_lines`.
std::string complaints_of(const std::string& output, const std::string& root, int most_lines = 40);

}  // namespace zerolab::exercises
