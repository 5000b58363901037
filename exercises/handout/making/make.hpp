// lab handout DIR: for instructors.
#pragma once

#include "exercises/program/handout_command.hpp"

namespace zerolab::exercises {

// Compiles what a hand-out has in compiled form, puts the hand-out together, writes the folder, the
// archive, or both, and says what is in it. Returns the exit status.
int make_handout(const Place& place, const HandoutRequest& request);

}  // namespace zerolab::exercises
