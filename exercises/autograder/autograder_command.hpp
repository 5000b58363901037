// lab autograder: the Gradescope zip, or a GitHub Classroom workflow. And the command that runs in
// the zip's container.
#pragma once

#include "core/cli/command_line.hpp"

namespace zerolab::exercises {

void add_autograder_command(CommandLine& program);
void add_autograde_command(CommandLine& program);

}  // namespace zerolab::exercises
