// Pages for a browser: one per student, and one that lists a class.
//
// A student may see his page. It says what the report says (nudges), and the run that is drawn in
// it is no hidden one: it is of an exam drawn from a seed that everybody knows.
#pragma once

#include <string>
#include <vector>

#include "exercises/grader/class_table.hpp"

namespace zerolab::exercises {

// `run_page`: the file beside it in which the run is drawn; empty: there is none. Self-contained
// but for that file.
std::string student_page(const Grade& grade, const std::string& run_page);

// With a link to each student's page where `has_page` says so.
std::string class_page(const ExerciseInfo& exercise, const std::vector<ClassRow>& rows,
                       const std::vector<bool>& has_page);

}  // namespace zerolab::exercises
