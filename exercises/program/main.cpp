// The program of the exercises. `./lab exercises`, `./lab check 03`, … build it where needed and
// run it.
#include "exercises/program/commands.hpp"

int main(int argc, char* argv[]) {
  zerolab::CommandLine program(
      "lab", "The exercises: write the ring yourself, and see every message that your code sends.",
      "Each command has --help with an example.");
  zerolab::exercises::add_exercises_command(program);
  zerolab::exercises::add_check_command(program);
  zerolab::exercises::add_watch_command(program);
  zerolab::exercises::add_hint_command(program);
  zerolab::exercises::add_reset_command(program);
  zerolab::exercises::add_progress_command(program);
  zerolab::exercises::add_solution_command(program);
  zerolab::exercises::add_further_commands(program);
  return program.run(argc, argv);
}
