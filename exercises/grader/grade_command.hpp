// lab grade: grades submissions of one exercise by the hidden tests.
#pragma once

#include "core/cli/command_line.hpp"

namespace zerolab::exercises {

void add_grade_command(CommandLine& program);

}  // namespace zerolab::exercises
