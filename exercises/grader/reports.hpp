// What a grade looks like: for people, for Gradescope, for JUnit readers, for GitHub Classroom.
//
// All of them are for the student to see, and so hold nudges only: what to look at, without the
// hidden data. Texts are valid UTF-8; none is longer than Gradescope shows.
#pragma once

#include <string>
#include <vector>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises {

inline constexpr std::size_t max_report_text = 95'000;  // Gradescope cuts at 100,000 characters

// The groups with points, what to look at, what the compiler said, and which protections were in
// force.
std::string report_text(const Grade& grade);

// results.json: a test per group that has points. The sum is the score.
std::string gradescope_json(const Grade& grade);

// The same for several exercises of one submission.
struct GradescopePage {
  std::string opening;                  // lines before those about the exercises
  std::vector<Grade> grades;            // in the order of the exercises
  std::vector<ExerciseInfo> waiting{};  // not graded yet: tests without points that say so
  double points_each = 100;             // of an exercise, in place of its own total
  double wall_seconds = 0;
};
std::string gradescope_json(const GradescopePage& page);

// A testsuite with a testcase per group.
std::string junit_xml(const Grade& grade);

// The JSON (before base64) that a command grader hands to the reporter of GitHub Classroom.
std::string classroom_json(const Grade& grade);

// What to look at, in all groups; why it was not run, and what the compiler said.
std::string what_to_look_at(const Grade& grade);

// For XML and HTML, also within quotes: XML 1.0 has no control characters but line ends and tabs,
// which are written by their numbers.
std::string markup_text(std::string_view text);

// "values", and what that is.
std::string title_of(Group group);

}  // namespace zerolab::exercises
