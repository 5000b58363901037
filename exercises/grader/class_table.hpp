// The CSV of a class: a line per submission, which grading again reads to see what is done.
//
//   name,exercise,fingerprint,values,counts,deadlock,edges,memory,points,max_points,verdict,note
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises {

struct ClassRow {
  std::string name;
  int exercise = 0;
  std::string fingerprint;
  std::array<double, 5> points{};  // in the order of all_groups
  double total = 0;
  double max_points = 0;
  std::string verdict;
  std::string note;  // why it was not run
  friend bool operator==(const ClassRow&, const ClassRow&) = default;
};

ClassRow row_of(const Grade& grade);

std::string to_csv(const std::vector<ClassRow>& rows);

// Throws an input Error that names the line.
std::vector<ClassRow> parse_csv(const std::string& text, const std::string& file);

}  // namespace zerolab::exercises
