// The instructors' commands: lab grade, lab autograder, lab handout. Not part of a hand-out, which
// has student_commands.cpp in its place.
#include "exercises/autograder/autograder_command.hpp"
#include "exercises/grader/grade_command.hpp"
#include "exercises/handout/making/make.hpp"
#include "exercises/program/commands.hpp"

namespace zerolab::exercises {

void add_further_commands(CommandLine& program) {
  add_grade_command(program);
  add_autograder_command(program);
  add_autograde_command(program);
  add_handout_command(program, make_handout);
}

}  // namespace zerolab::exercises
