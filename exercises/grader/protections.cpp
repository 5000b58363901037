#include "exercises/grader/protections.hpp"

#include <cerrno>
#include <cstring>
#include <functional>

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "exercises/grader/landlock.hpp"
#include "exercises/grader/system_calls.hpp"

namespace zerolab::exercises {

namespace {

// Whether `step` works, tried in a process of its own: what it restricts is restricted for good.
bool works(const std::function<void()>& step) {
  const pid_t process = fork();
  if (process == 0) {
    try {
      step();
    } catch (const std::exception&) {
      _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void insist(bool done) {
  if (!done) throw failure("{}", std::strerror(errno));
}

void try_calls(bool named) {
  insist(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  restrict_system_calls(SystemCalls::rank, {}, named);
}

void find_system_calls(Protections& found) {
  if (const auto reason = why_calls_are_free()) {
    found.missing.push_back("system calls: " + *reason);
    return;
  }
  found.system_calls = works([] { try_calls(false); });
  found.named_calls = found.system_calls && works([] { try_calls(true); });
  if (!found.system_calls) {
    found.missing.push_back("system calls: this kernel, or what runs us, allows no seccomp filter");
  } else if (!found.named_calls) {
    found.missing.push_back("names of refused system calls: they need Linux 5.0");
  }
}

void find_files(Protections& found) {
  const int version = landlock_version();
  found.files = version > 0 && works([] {
                  insist(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
                  restrict_files({});
                  // What can be opened still is not restricted.
                  if (open("/proc/self/status", O_RDONLY) >= 0) throw failure("not restricted");
                });
  found.network = found.files && version >= 4;
  if (!found.files) {
    found.missing.push_back("files: this kernel, or what runs us, has no Landlock (Linux 5.13)");
  } else if (!found.network) {
    found.missing.push_back("network by Landlock: it needs Linux 6.7");
  }
}

void find_user(Protections& found) {
  found.other_user = geteuid() == 0 && works([] {
                       for (const int which : {0, 1}) {
                         if (const pid_t one = fork(); one == 0) {
                           const uid_t user = nobody_user(which, getpid());
                           const bool changed = setgroups(0, nullptr) == 0 &&
                                                setresgid(user, user, user) == 0 &&
                                                setresuid(user, user, user) == 0;
                           _exit(changed ? 0 : 1);
                         } else {
                           int status = 0;
                           insist(one > 0 && waitpid(one, &status, 0) == one);
                           if (status != 0)
                             throw failure("cannot become user {}", nobody_user(which, getpid()));
                         }
                       }
                     });
  if (found.other_user) return;
  found.missing.push_back(geteuid() == 0 ? "another user: this root cannot become one"
                                         : "another user: the grader is not root");
}

}  // namespace

const Protections& available_protections() {
  static const Protections found = [] {
    Protections all;
    find_system_calls(all);
    find_files(all);
    find_user(all);
    return all;
  }();
  return found;
}

std::vector<ProtectionLine> protection_lines(const Protections& protections) {
  std::vector<ProtectionLine> lines{
      {"one process per rank, in a session of its own", true, ""},
      {"empty environment, no inherited descriptors", true, ""},
      {"limits of computing time, memory, files, processes and core files", true, ""},
      {"death with the grader; no new privileges", true, ""},
      {"the grader cannot be looked into, and ends every process left over", true, ""},
      {"system calls: only those of computing (seccomp)", protections.system_calls, ""},
      {"files: only the toolchain, the given headers and the answer (Landlock)", protections.files,
       ""},
      {"network and signals out (Landlock)", protections.network, ""},
      {"another user than the grader's", protections.other_user, ""}};
  for (const std::string& missing : protections.missing) {
    lines.push_back({"missing", false, missing});
  }
  return lines;
}

std::string to_text(const Protections& protections) {
  std::string text = "Protections in force:\n";
  for (const ProtectionLine& line : protection_lines(protections)) {
    if (line.in_force) text += fmt::format("  {}\n", line.name);
  }
  if (protections.missing.empty()) return text;
  text += "Not in force:\n";
  for (const std::string& missing : protections.missing) text += fmt::format("  {}\n", missing);
  return text;
}

uid_t nobody_user(int which, pid_t grader) {
  // Beyond what distributions hand out: Debian to 65534, containers in parts from 2^16 to 2^30.
  constexpr uid_t first = 0x7000'0000;
  constexpr uid_t graders = 30'000;
  return first + static_cast<uid_t>(grader) % graders * 2 + static_cast<uid_t>(which);
}

}  // namespace zerolab::exercises
