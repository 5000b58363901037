// Which system calls a sandboxed process may make: seccomp, through libseccomp where the build has
// it. The other functions do nothing, or say so, where it has not.
#pragma once

#include <optional>
#include <string>

namespace zerolab::exercises {

enum class SystemCalls {
  rank,          // those of a program that computes and talks over a socket that it has
  dynamic_rank,  // and those that load shared libraries: where nothing can be linked statically
  compiler       // all but those by which a process reaches others, the network or the kernel
};

// What the process needs for its last step, to become the program.
struct ProgramStart {
  int program = -1;             // execveat(program, empty_path, …, AT_EMPTY_PATH)
  const char* empty_path = "";  // its address, which the program cannot know, is part of the rule
};

// Nothing: calls can be restricted; else why not.
std::optional<std::string> why_calls_are_free();

// From here on this process makes only the calls that `which` allows. Any other ends a compiler's
// call with EPERM. A rank that makes another one dies or, with `named`, waits for ever: the
// descriptor that is returned tells of it (refused_call). -1 without `named`. Throws an Error.
int restrict_system_calls(SystemCalls which, const ProgramStart& start, bool named);

// A call that was not allowed. The process that made it waits: kill it.
struct RefusedCall {
  std::string name;     // "openat"
  bool aborts = false;  // it is the signal that abort() sends to the process itself
};
// Does not wait.
std::optional<RefusedCall> refused_call(int listener);

}  // namespace zerolab::exercises
