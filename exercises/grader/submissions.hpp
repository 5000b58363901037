// The submissions behind what was named on the command line.
#pragma once

#include <string>
#include <vector>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises {

struct Submissions {
  std::vector<Submission> list;
  bool is_class = false;  // more than one, or one found in the folder of a class
};

// A file is one submission, whatever it is called. A folder that holds the exercise's file is one.
// Any other folder is a class: each .cpp file in it is a submission, and each folder, which holds
// the exercise's file, or else is a submission without one. Nothing else in a folder is looked at;
// links are not followed. Names have letters, digits, '.', '_' and '-', and differ. In the order
// given, within a folder in the order of names. Throws an input Error for what does not exist,
// and where there is none.
Submissions find_submissions(const std::vector<std::string>& named, const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
