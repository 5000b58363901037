// A program started with as little as it needs: the compiler, and the ranks of a submission.
//
// In order: a session of its own; the descriptors named and no other; limits; another user where
// the grader is root; death with the grader; no new privileges; no more processes; only the files
// named; only the system calls named; then the program. What available_protections() says is there
// is insisted on: where a step fails the program is not started.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

#include "exercises/grader/landlock.hpp"
#include "exercises/grader/protections.hpp"
#include "exercises/grader/system_calls.hpp"

namespace zerolab::exercises {

struct SandboxLimits {
  double cpu_seconds = 5;                   // of one process; rounded up to whole seconds
  std::int64_t memory_bytes = 256'000'000;  // of addresses
  std::int64_t file_bytes = 0;              // of one file written
  int open_files = 16;
  int more_processes = 0;  // that it may start, all together
};

struct SandboxPlan {
  Protections protections;
  SandboxLimits limits;
  SystemCalls system_calls = SystemCalls::rank;
  std::vector<PathRule> paths;  // besides the program itself
  int user = 0;                 // for nobody_user
  std::filesystem::path directory = "/";
  std::filesystem::path program;
  std::vector<std::string> arguments;    // from argv[0]
  std::vector<std::string> environment;  // NAME=VALUE: nothing is inherited
  std::vector<int> descriptors;          // they become 0, 1, 2, …
};

struct Sandboxed {
  pid_t process = -1;
  int listener = -1;  // of refused calls; the caller closes it, after the process has ended
};

// Returns when the program runs. Throws a failure that names the step; nothing runs then. The
// caller has no other threads.
Sandboxed start_sandboxed(const SandboxPlan& plan);

}  // namespace zerolab::exercises
