// The hidden tests of an exercise: a list of cases that says what must be tried, and cases drawn
// from the course's secret. The file, tests/hidden/NN-name/exam.json, may have comments:
//
//   {
//     "cases": {"values": ["ranks=4 elements=16 delivery=buffered", …], "edges": […], …},
//     "drawn": 1        // how many times drawn_exam, each with another seed from the secret
//   }
//
// A case is written as in judge/case.hpp, without the exercise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "exercises/catalog/catalog.hpp"
#include "exercises/judge/exam.hpp"

namespace zerolab::exercises {

// Every case's order_seed, from which its numbers come too, depends on the secret: who knows the
// lists and this program, but not the secret, cannot tell what the other ranks hold. Without the
// file: one drawn exam. Cases of group memory get the exercise's limit of the peak where the buffer
// is large. Throws an input Error that names the file and the case.
Exam hidden_exam(const std::filesystem::path& hidden, const ExerciseInfo& exercise,
                 std::string_view secret);

// The course's secret in `file`: all of it but the last line's end. Throws an input Error where it
// is shorter than 16 characters, or cannot be read. A line on standard error where other users can
// read it too.
std::string read_secret(const std::filesystem::path& file);

// From here on the peak says something: a buffer of which another is more than the slack.
bool has_large_buffer(const Case& run, const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
