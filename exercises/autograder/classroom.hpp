// A GitHub Classroom workflow for a repository that is a hand-out: each push checks the exercises
// with sizes that are new each time, and a reporter adds up the points.
//
// Formative: the student owns the repository, so its numbers are no grade.
#pragma once

#include <string>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

// .github/workflows/classroom.yml.
std::string classroom_workflow(const std::vector<ExerciseInfo>& exercises);

}  // namespace zerolab::exercises
