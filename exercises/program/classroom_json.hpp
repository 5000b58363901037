// A check as the reporter of GitHub Classroom reads it (in base64): a test per group of points.
#pragma once

#include <string>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

// `report` is the JSON that a check leaves (check/report_files.hpp).
std::string classroom_json(const std::string& report, const ExerciseInfo& exercise);

// An answer that does not compile: no group has points.
std::string classroom_json_of_complaints(const std::string& complaints,
                                         const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
