#include "exercises/grader/rank_processes.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "exercises/grader/job.hpp"

namespace zerolab::exercises {

namespace {

using Clock = std::chrono::steady_clock;

// Of a process that does nothing yet: its code, the libraries linked into it, the start of its
// heap. What is taken before the call, beyond this and the block, counts as taken in the call.
constexpr std::int64_t bytes_of_a_program = 6 << 20;

constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr auto asleep_after = std::chrono::seconds(3);
constexpr double moment_to_end_seconds = 0.5;

constexpr std::string_view what_calls =
    "such are those that open files or sockets, start processes or threads, wait for locks, or "
    "send "
    "signals";

}  // namespace

RankProcesses::RankProcesses(const SandboxPlan& plan, const Case& run)
    : cpu_seconds_(plan.limits.cpu_seconds),
      block_bytes_(static_cast<std::int64_t>(largest_block_elements(run) * sizeof(float))),
      next_look_(Clock::now() + between_looks),
      awake_(Clock::now()) {
  ranks_.resize(static_cast<std::size_t>(run.ranks));
  const Descriptor null = open_null();
  try {
    for (int rank = 0; rank < run.ranks; ++rank) start(rank, plan, run, null.number());
  } catch (...) {
    end_all(-1);
    throw;
  }
}

RankProcesses::~RankProcesses() {
  end_all(-1);
}

void RankProcesses::start(int rank, const SandboxPlan& plan, const Case& run, int null) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw failure("cannot make a socket: {}", std::strerror(errno));
  }
  at(rank).socket = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  const Descriptor job(make_job_file({rank, visible_part(run), input_block(run, rank)}));
  SandboxPlan own = plan;
  own.descriptors = {null, null, null, theirs.number(), job.number()};
  const Sandboxed started = start_sandboxed(own);
  at(rank).process = started.process;
  at(rank).listener = Descriptor(started.listener);
}

std::vector<int> RankProcesses::sockets() const {
  std::vector<int> numbers;
  for (const Rank& rank : ranks_) numbers.push_back(rank.socket.number());
  return numbers;
}

RankEnd RankProcesses::described(const ProcessEnd& end) const {
  if (WIFEXITED(end.status)) {
    return {Ending::ended_early, fmt::format("exit status {}", WEXITSTATUS(end.status))};
  }
  const int signal = WTERMSIG(end.status);
  // Its limit of computing time sends the first signal, and a second later the other.
  if (signal == SIGXCPU || (signal == SIGKILL && end.cpu_seconds >= cpu_seconds_)) {
    return {Ending::endless, fmt::format("{} s of one rank", cpu_seconds_)};
  }
  if (signal == SIGKILL) return {Ending::out_of_memory, "the machine has no more"};
  if (signal == SIGSYS) return {Ending::forbidden, std::string(what_calls)};
  return {Ending::crashed, signal_name(signal)};
}

void RankProcesses::note_refused_calls() {
  for (Rank& rank : ranks_) {
    if (rank.waited_for || rank.end) continue;
    const std::optional<RefusedCall> call = refused_call(rank.listener.number());
    if (!call) continue;
    rank.end = call->aborts
                   ? RankEnd{Ending::crashed, "SIGABRT, as by a failed assert"}
                   : RankEnd{Ending::forbidden, fmt::format("{} ({})", call->name, what_calls)};
  }
}

// Whether for some seconds no rank has used the processor, or could have.
bool RankProcesses::all_are_asleep() {
  double cpu = 0;
  bool busy = false;
  for (const Rank& rank : ranks_) {
    const auto activity = rank.waited_for ? std::nullopt : activity_of(rank.process);
    if (!activity) continue;
    cpu += activity->cpu_seconds;
    busy |= activity->busy;
  }
  if (busy || cpu != seen_cpu_) awake_ = Clock::now();
  seen_cpu_ = cpu;
  return Clock::now() - awake_ >= asleep_after;
}

std::string RankProcesses::trouble() {
  note_refused_calls();
  for (const Rank& rank : ranks_) {
    if (rank.end) return rank.end->detail;
  }
  if (Clock::now() < next_look_) return {};
  // Time in which nobody looked, because all ranks waited for messages, is no sleep.
  if (Clock::now() - next_look_ > between_looks) awake_ = Clock::now();
  next_look_ = Clock::now() + between_looks;
  if (!all_are_asleep()) return {};
  for (Rank& rank : ranks_) {
    if (!rank.end) {
      rank.end = RankEnd{Ending::endless, "the ranks neither compute nor exchange messages"};
    }
  }
  return "all asleep";
}

void RankProcesses::look_at_memory(int rank, int mark) {
  Rank& own = at(rank);
  if (mark == 1 && !own.before) {
    own.before = memory_of(own.process, "VmRSS");
  } else {
    own.after = memory_of(own.process, "VmHWM");
  }
}

std::optional<std::int64_t> RankProcesses::peak_bytes(int rank) const {
  const Rank& own = at(rank);
  if (!own.before || !own.after) return std::nullopt;
  const std::int64_t start = std::min(*own.before, block_bytes_ + bytes_of_a_program);
  return std::max<std::int64_t>(0, *own.after - start);
}

void RankProcesses::end_all(int gone) {
  note_refused_calls();
  if (gone >= 0 && !at(gone).waited_for) {
    Rank& rank = at(gone);
    const auto end = await_end_of(rank.process, moment_to_end_seconds);
    rank.waited_for = end.has_value();
    if (!rank.end) {
      rank.end = end ? described(*end)
                     : RankEnd{Ending::ended_early, "it closed its connection to the others"};
    }
  }
  for (Rank& rank : ranks_) {
    if (rank.process < 0 || rank.waited_for) continue;
    end_session(rank.process);
    rank.waited_for = true;
  }
  end_descendants();
  for (Rank& rank : ranks_) rank.listener.reset();
}

}  // namespace zerolab::exercises
