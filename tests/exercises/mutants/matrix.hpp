// What each answer got, and whether that is what should be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exercises/judge/exam.hpp"
#include "tests/exercises/mutants/candidate.hpp"

namespace zerolab::exercises::mutants {

struct Row {
  Candidate candidate;
  ExamReport report;
  std::optional<bool> passes_visible;  // mutants
  std::string complaint;               // what is not as it should be; empty: all is well

  // What the report says about the mutant's group: the sentences, then the nudges.
  std::string sentences() const;
  std::string nudges() const;
  std::string message() const;  // both, for people
};

// Fills in `complaint`:
//   mutant    no points of its group, whose findings say the words, in the sentences (the visible
//   test)
//             and without data in the nudges (the hidden tests), in either
//   valid     all points
//   solution  all points
//   starter   none, and said to be not written yet
void judge(Row& row);

// A line per answer with the points of each group, then those that the visible test lets pass, then
// what is wrong.
std::string to_text(const std::vector<Row>& rows, const ExerciseInfo& exercise);

// What each mutant is told: in the visible test's words, and in the hidden tests'.
std::string messages_of(const std::vector<Row>& rows);

}  // namespace zerolab::exercises::mutants
