#include "exercises/grader/household.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

std::vector<pid_t> all_processes() {
  std::vector<pid_t> processes;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return processes;
  while (const dirent* entry = readdir(folder)) {
    const int number = std::atoi(entry->d_name);
    if (number > 0) processes.push_back(number);
  }
  closedir(folder);
  return processes;
}

// What follows the name in /proc/PROCESS/stat: state, parent, …. The name may hold anything.
std::vector<std::string> stat_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream rest(line.substr(name_end + 1));
  std::vector<std::string> fields;
  for (std::string field; rest >> field;) fields.push_back(field);
  return fields;
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  const pid_t self = getpid();
  std::ifstream list(fmt::format("/proc/self/task/{}/children", self));
  if (list) {
    for (pid_t child = 0; list >> child;) found.push_back(child);
    return found;
  }
  for (const pid_t process : all_processes()) {
    const std::vector<std::string> fields = stat_of(process);
    if (fields.size() > 1 && std::atoi(fields[1].c_str()) == self) found.push_back(process);
  }
  return found;
}

}  // namespace

void keep_household() {
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0) {
    throw failure("the grader cannot protect itself: {}", std::strerror(errno));
  }
  std::signal(SIGPIPE, SIG_IGN);
}

std::optional<ProcessEnd> end_of(pid_t process) {
  int status = 0;
  rusage usage{};
  if (wait4(process, &status, WNOHANG, &usage) != process) return std::nullopt;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return ProcessEnd{status, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

std::optional<ProcessEnd> await_end_of(pid_t process, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    if (const auto end = end_of(process)) return end;
    if (Clock::now() >= until) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void end_session(pid_t process) {
  kill(-process, SIGKILL);
  kill(process, SIGKILL);
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

int end_descendants() {
  int ended = 0;
  while (true) {
    // A process whose parent has ended becomes ours: so there are none when we have no child.
    const pid_t gone = waitpid(-1, nullptr, WNOHANG);
    if (gone < 0 && errno == ECHILD) return ended;
    if (gone > 0) {
      ++ended;
      continue;
    }
    for (const pid_t child : children()) kill(child, SIGKILL);
    if (waitpid(-1, nullptr, 0) > 0) ++ended;
  }
}

int processes_of_user(uid_t user) {
  int count = 0;
  for (const pid_t process : all_processes()) {
    struct stat status {};
    if (stat(fmt::format("/proc/{}", process).c_str(), &status) != 0 || status.st_uid != user) {
      continue;
    }
    const std::vector<std::string> fields = stat_of(process);
    constexpr std::size_t thread_count = 17;
    if (fields.size() > thread_count) count += std::atoi(fields[thread_count].c_str());
  }
  return count;
}

std::optional<Activity> activity_of(pid_t process) {
  const std::vector<std::string> fields = stat_of(process);
  constexpr std::size_t user_ticks = 11;
  if (fields.size() <= user_ticks + 1) return std::nullopt;
  const double ticks =
      std::atof(fields[user_ticks].c_str()) + std::atof(fields[user_ticks + 1].c_str());
  return Activity{ticks / static_cast<double>(sysconf(_SC_CLK_TCK)),
                  fields[0] == "R" || fields[0] == "D"};
}

std::optional<std::int64_t> memory_of(pid_t process, const char* field) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(field)) {
      return std::atoll(line.c_str() + std::strlen(field) + 1) * 1024;
    }
  }
  return std::nullopt;
}

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", number);
}

}  // namespace zerolab::exercises
