// A program that has `lab grade` and nothing else.
#include "exercises/grader/grade_command.hpp"

int main(int argc, char* argv[]) {
  zerolab::CommandLine program("lab", "Grades submissions.", "");
  zerolab::exercises::add_grade_command(program);
  return program.run(argc, argv);
}
