// Answers as students write them: right ones in several forms, and wrong ones, each with the
// misconception that it stands for.
#pragma once

#include <string>
#include <vector>

#include "exercises/judge/exam.hpp"
#include "tests/exercises/judge/simulated.hpp"

namespace zerolab::exercises {

struct RightProgram {
  std::string name;
  int exercise = 3;
  Program program;
};
std::vector<RightProgram> right_programs();

struct WrongProgram {
  std::string name;
  int exercise = 3;
  Group group = Group::values;         // loses at least the points of this group
  std::vector<std::string> key_words;  // all in some full sentence of the group, or the first wrong
  std::vector<std::string> nudge_words;  // likewise in what a hidden test says
  Program program;
};
std::vector<WrongProgram> wrong_programs();

}  // namespace zerolab::exercises
