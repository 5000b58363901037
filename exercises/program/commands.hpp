// The student's commands, one file each. Each begins by reading the catalog, so that a course that
// is damaged says so at once.
#pragma once

#include "core/cli/command_line.hpp"

namespace zerolab::exercises {

void add_exercises_command(CommandLine& program);  // lab exercises
void add_check_command(CommandLine& program);      // lab check 03
void add_watch_command(CommandLine& program);      // lab watch 03
void add_hint_command(CommandLine& program);       // lab hint 03
void add_reset_command(CommandLine& program);      // lab reset 03
void add_progress_command(CommandLine& program);   // lab progress
void add_solution_command(CommandLine& program);   // lab solution 03
void add_further_commands(CommandLine& program);   // lab handout; for instructors also lab grade

}  // namespace zerolab::exercises
