#include "exercises/check/isolated_runner.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <string>

#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "exercises/check/rank_states.hpp"
#include "exercises/check/record_bytes.hpp"
#include "exercises/check/thread_runner.hpp"

namespace zerolab::exercises {

namespace {

// RankStates that a child shares with its parent.
class SharedStates {
 public:
  SharedStates() {
    void* memory = mmap(nullptr, sizeof(RankStates), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw failure("cannot map memory: {}", std::strerror(errno));
    states_ = new (memory) RankStates;
  }
  ~SharedStates() { munmap(states_, sizeof(RankStates)); }
  SharedStates(const SharedStates&) = delete;
  SharedStates& operator=(const SharedStates&) = delete;

  RankStates& operator*() const { return *states_; }
  RankStates* operator->() const { return states_; }

 private:
  RankStates* states_;
};

std::int64_t address_space_bytes() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

void set_limit(__rlimit_resource resource, std::int64_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(value));
  setrlimit(resource, &limit);
}

[[noreturn]] void run_in_child(const Case& run, RankStates& states, int out,
                               const IsolationLimits& limits, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before
  set_limit(RLIMIT_CPU, limits.cpu_seconds);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_AS, address_space_bytes() + limits.memory_bytes);
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what a student prints is seen also before a crash
  note_crashes();
  const std::string bytes = to_bytes(ThreadRunner(&states).run(run));
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = write(out, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR) _exit(1);
    if (count > 0) written += static_cast<std::size_t>(count);
  }
  std::fflush(nullptr);
  _exit(0);
}

std::string read_to_end(int in) {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = read(in, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
}

std::string_view usual_cause(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "reading or writing outside the span, or a function that calls itself without end, "
             "is the usual cause";
    case SIGFPE:
      return "a whole number divided by zero, or a remainder by zero, is the usual cause";
    case SIGABRT: return "damaged memory, from writing outside the span, is the usual cause";
    case SIGKILL: return "the system's memory may have run out";
    default: return "it is unusual";
  }
}

// The child ended without a record.
void explain(RunRecord& record, int status, const RankStates& states,
             const IsolationLimits& limits) {
  record.ranks.resize(static_cast<std::size_t>(record.run.ranks));
  std::vector<int> computing;
  for (int rank = 0; rank < std::min(record.run.ranks, max_watched_ranks); ++rank) {
    if (states.ranks[static_cast<std::size_t>(rank)] == RankState::computing) {
      computing.push_back(rank);
    }
  }
  record.culprit = computing.empty() ? -1 : computing.front();
  if (!WIFSIGNALED(status)) {
    record.ending = Ending::ended_early;
    record.detail =
        fmt::format("with status {}; it must return, and not call exit", WEXITSTATUS(status));
    return;
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) {
    record.ending = Ending::endless;
    record.detail = fmt::format("{} s, in rank {}; a loop that does not end is the usual cause",
                                limits.cpu_seconds, fmt::join(computing, " and "));
    return;
  }
  record.ending = Ending::crashed;
  if (states.crashed >= 0) record.culprit = states.crashed;
  record.detail = fmt::format("SIG{}; {}", sigabbrev_np(signal), usual_cause(signal));
}

}  // namespace

RunRecord IsolatedRunner::run(const Case& run) {
  const SharedStates states;
  int ends[2];
  if (pipe(ends) != 0) throw failure("cannot make a pipe: {}", std::strerror(errno));
  std::fflush(nullptr);  // or the child would print it again
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw failure("cannot start a process: {}", std::strerror(errno));
  if (child == 0) {
    close(ends[0]);
    run_in_child(run, *states, ends[1], limits_, parent);
  }
  close(ends[1]);
  const std::string bytes = read_to_end(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (std::optional<RunRecord> record = parse_record(bytes, run)) return *std::move(record);
  RunRecord record;
  record.run = run;
  explain(record, status, *states, limits_);
  return record;
}

}  // namespace zerolab::exercises
