// Programs that this one runs: the build, an exercise's visible check, git, the visualizer.
#pragma once

#include <string>
#include <vector>

namespace zerolab::exercises {

struct ChildResult {
  int status = 0;      // its exit status, or 128 + the signal that ended it
  std::string output;  // both of its streams, where they were asked for
};

// Runs `words` (a program, looked for in PATH, and its arguments) to its end. Throws a failure
// Error where it cannot be started. captured: its output is returned; shown: it goes where this
// program's goes.
enum class ChildOutput { shown, captured };
ChildResult run_child(const std::vector<std::string>& words, ChildOutput output);

}  // namespace zerolab::exercises
