// Forks the ranks, owns their messages, and leaves no process behind, however it ends.
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/clock.hpp"
#include "core/transport/fabric/fabric.hpp"
#include "core/transport/fabric/fabric_transport.hpp"

namespace zerolab {

namespace {

constexpr std::int64_t time_to_unwind_ns = 500'000'000;
constexpr std::int64_t time_to_exit_ns = 60'000'000'000;  // what a rank printed must come out

struct RankProcess {
  pid_t pid = -1;
  std::optional<int> status;  // of waitpid, once it has ended

  // Waits for it until `deadline_ns`; false: it still runs.
  bool has_ended_by(std::int64_t deadline_ns) {
    while (!status) {
      int now = 0;
      const pid_t found = ::waitpid(pid, &now, WNOHANG);
      if (found == pid || (found < 0 && errno == ECHILD)) {  // somebody else has waited for it
        status = now;
      } else if (now_ns() >= deadline_ns) {
        return false;
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    }
    return true;
  }

  void kill() {
    ::kill(pid, SIGKILL);
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    status = SIGKILL;
  }

  std::string how_it_ended() const {
    const int code = status.value_or(0);
    if (!WIFSIGNALED(code)) return fmt::format("by itself, with status {}", WEXITSTATUS(code));
    return fmt::format("by signal {} ({})", WTERMSIG(code), ::strsignal(WTERMSIG(code)));
  }
};

// All of them, with the parent's ends of their sockets. After its destructor none is left.
struct RankProcesses {
  RankProcesses() = default;
  RankProcesses(const RankProcesses&) = delete;
  RankProcesses& operator=(const RankProcesses&) = delete;
  ~RankProcesses() {
    for (const int fd : fds) ::close(fd);
    const std::int64_t deadline_ns = now_ns() + patience_ns;
    for (RankProcess& process : processes) {
      if (!process.has_ended_by(deadline_ns)) process.kill();
    }
  }

  std::vector<RankProcess> processes;
  std::vector<int> fds;  // [rank]
  std::int64_t patience_ns = time_to_unwind_ns;
};

// What a rank's process does with its life. Never returns into the caller's code.
[[noreturn]] void live(int fd, int rank, int world_size, const RankMain& rank_main,
                       const RunOptions& options) {
  FabricTransport transport(fd, rank, world_size);
  try {
    if (options.begin_thread) options.begin_thread(rank);
    rank_main(transport);
    transport.finish();
  } catch (const Error& error) {
    transport.fail(error.what(), error.kind());
  } catch (const std::exception& error) {
    transport.fail(error.what());
  } catch (...) {
    transport.fail("something that is not a std::exception");
  }
  std::fflush(nullptr);
  ::_exit(0);
}

void start(RankProcesses& ranks, int world_size, const RankMain& rank_main,
           const RunOptions& options) {
  const int rank = static_cast<int>(ranks.processes.size());
  const auto cannot_start = [&] {
    return failure("rank {} of {} cannot start its process: {}", rank, world_size,
                   std::strerror(errno));
  };
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) throw cannot_start();
  ranks.fds.push_back(ends[0]);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);  // it died before the call
    for (const int fd : ranks.fds) ::close(fd);
    live(ends[1], rank, world_size, rank_main, options);
  }
  const Error error = cannot_start();
  ::close(ends[1]);
  if (pid < 0) throw error;
  ranks.processes.push_back({pid, std::nullopt});
}

}  // namespace

void check_fabric_ranks(int world_size) {
  if (world_size < 1 || world_size > max_fabric_ranks) {
    throw input_error("{} ranks: the fabric transport runs 1 to {} ranks", world_size,
                      max_fabric_ranks);
  }
}

void run_fabric_ranks(int world_size, const RankMain& rank_main, const RunOptions& options) {
  std::fflush(nullptr);  // or every process would write what is buffered now
  RankProcesses ranks;
  for (int rank = 0; rank < world_size; ++rank) start(ranks, world_size, rank_main, options);
  FabricOptions trusting{.eager_bytes = options.eager_bytes};
  trusting.max_message_bytes = std::size_t{1} << 40;
  trusting.max_messages = std::numeric_limits<std::int64_t>::max();
  trusting.max_total_bytes = std::numeric_limits<std::int64_t>::max();
  const FabricRecord record = run_fabric(ranks.fds, trusting);
  if (record.ending == FabricEnding::finished) {
    ranks.patience_ns = time_to_exit_ns;
    return;
  }
  if (record.ending == FabricEnding::rank_gone) {
    RankProcess& gone = ranks.processes[static_cast<std::size_t>(record.culprit)];
    if (gone.has_ended_by(now_ns() + time_to_unwind_ns)) {
      throw failure("rank {} is gone: its process ended {}", record.culprit, gone.how_it_ended());
    }
  }
  throw Error(record.kind, record.detail);
}

}  // namespace zerolab
