// What stands between a submission and the rest of the machine, and which of it is in force here.
//
// Most of it every Linux has. Five parts depend on the build, the kernel and who grades; they are
// tried once, in a process of their own, and every report says which were in force.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace zerolab::exercises {

struct Protections {
  bool system_calls = false;  // seccomp: a rank may make few system calls, a compiler no odd ones
  bool named_calls = false;   // and the kernel tells us which call a rank tried
  bool files = false;         // Landlock: only the files named may be opened or run
  bool network = false;       // Landlock 4 and later: no TCP; 6 and later: no signals out
  bool other_user = false;    // the grader is root and can become somebody else
  std::vector<std::string> missing;  // of the above, each with the reason
  friend bool operator==(const Protections&, const Protections&) = default;
};

// What this machine has, found by trying; the answer is kept. The caller has no other threads.
const Protections& available_protections();

// One line each: those in force, then those that are not, with the reason.
struct ProtectionLine {
  std::string name;
  bool in_force = true;
  std::string note;
};
std::vector<ProtectionLine> protection_lines(const Protections& protections);
std::string to_text(const Protections& protections);

// Users that nobody is: `which` tells the compiler (0) and the ranks (1) of one grader, a process,
// apart.
uid_t nobody_user(int which, pid_t grader);

}  // namespace zerolab::exercises
