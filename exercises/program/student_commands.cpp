// What a hand-out's program can do besides the exercises: it can be brought up to date.
#include "exercises/program/commands.hpp"
#include "exercises/program/handout_command.hpp"

namespace zerolab::exercises {

void add_further_commands(CommandLine& program) {
  add_handout_command(program);
}

}  // namespace zerolab::exercises
