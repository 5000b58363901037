// The submissions behind what was named on the command line.
#pragma once

#include <string>
#include <vector>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises {

struct Submissions {
  std::vector<Submission> list;
  bool is_class = false;  // more than one, or one found in the folder of a class
  // What is called otherwise than it was: "o'neil -> o_neil".
  std::vector<std::string> renamed;
};

// A file is one submission, whatever it is called. A folder that holds the exercise's file, at its
// top or as a hand-out does, is one. Any other folder is a class: each .cpp file in it is a
// submission, and each folder, in which the exercise's file is looked for (file_in). Hidden
// folders and __MACOSX are not looked at; links are not followed. Names have letters (of all
// scripts), digits, '.', '_' and '-', and differ. In the order given, within a folder in the order
// of names. Throws an input Error for what does not exist, and where there is none.
Submissions find_submissions(const std::vector<std::string>& named, const ExerciseInfo& exercise);

// How many have the exercise's file by its name.
std::size_t files_there(const Submissions& submissions, const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
