// The processes that the grader has started, and those that they have started in turn: how they
// ended, and that none is left.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace zerolab::exercises {

// From here on this process inherits those whose parents die, cannot be looked into by others of
// the same user, and survives writing to a process that is gone.
void keep_household();

// How a child ended: its wait status, and the computing time of the process and those it waited
// for.
struct ProcessEnd {
  int status = 0;
  double cpu_seconds = 0;
};

// If it has ended. Does not wait.
std::optional<ProcessEnd> end_of(pid_t process);

// Waits for at most `seconds`.
std::optional<ProcessEnd> await_end_of(pid_t process, double seconds);

// Ends the session that `process` leads, and waits for the process.
void end_session(pid_t process);

// Ends every process that descends from this one. Returns how many there were: when it returns
// there are none.
int end_descendants();

// All of one user, with their threads: the kernel's limit counts so. 0 where /proc does not say.
int processes_of_user(uid_t user);

// Computing time that a process has used, and whether it computes or waits for the disk just now.
struct Activity {
  double cpu_seconds = 0;
  bool busy = false;
};
std::optional<Activity> activity_of(pid_t process);

// Kilobytes under `field` of /proc/PROCESS/status, in bytes: "VmHWM", "VmRSS".
std::optional<std::int64_t> memory_of(pid_t process, const char* field);

// "SIGSEGV", "signal 40".
std::string signal_name(int number);

}  // namespace zerolab::exercises
