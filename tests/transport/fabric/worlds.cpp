#include "tests/transport/fabric/worlds.hpp"

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/clock.hpp"

namespace zerolab::test {

World run_raw(int n, const RawRank& rank_main, const FabricOptions& options,
              const FabricHooks& hooks) {
  std::vector<int> fds;
  std::vector<pid_t> pids;
  for (int rank = 0; rank < n; ++rank) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw failure("no socket");
    fds.push_back(ends[0]);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (const int fd : fds) ::close(fd);
      rank_main(ends[1], rank);
      ::_exit(0);
    }
    if (pid < 0) throw failure("no process");
    pids.push_back(pid);
    ::close(ends[1]);
  }
  World world{run_fabric(fds, options, hooks)};
  for (int rank = 0; rank < n; ++rank) {
    const pid_t pid = pids[static_cast<std::size_t>(rank)];
    bool ended = false;
    for (int wait = 0; wait < 2000 && !ended && rank != world.record.culprit; ++wait) {
      ended = ::waitpid(pid, nullptr, WNOHANG) == pid;
      if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (!ended) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
      if (rank != world.record.culprit) ++world.stuck;
    }
  }
  for (const int fd : fds) ::close(fd);
  return world;
}

void be_honest(int fd, int rank, int n, const HonestRank& rank_main) {
  FabricTransport transport(fd, rank, n);
  try {
    const std::vector<float> report = rank_main(transport);
    transport.finish(std::as_bytes(std::span(report)));
  } catch (const Error& error) {
    transport.fail(error.what(), error.kind());
  }
}

World run_honest(int n, const HonestRank& rank_main, const FabricOptions& options,
                 const FabricHooks& hooks) {
  return run_raw(
      n, [&](int fd, int rank) { be_honest(fd, rank, n, rank_main); }, options, hooks);
}

std::function<std::string()> one_second_limit() {
  return [begin_ns = std::int64_t{0}]() mutable {
    if (begin_ns == 0) begin_ns = now_ns();
    return now_ns() - begin_ns > 1'000'000'000 ? "too long" : "";
  };
}

std::vector<float> floats_of(const std::vector<std::byte>& bytes) {
  std::vector<float> floats(bytes.size() / sizeof(float));
  if (!floats.empty()) std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
  return floats;
}

std::vector<float> shift(Transport& transport, const std::vector<float>& mine) {
  const int n = transport.world_size();
  const int rank = transport.rank();
  std::vector<float> from_left(mine.size());
  Send send{(rank + 1) % n, mine.data(), mine.size(), DType::f32, {"shift"}, {}};
  Receive receive{(rank + n - 1) % n,
                  from_left.data(),
                  from_left.size(),
                  DType::f32,
                  Combine::copy,
                  {"shift"},
                  {}};
  transport.exchange({&send, 1}, {&receive, 1});
  return from_left;
}

void write_raw(int fd, const void* data, std::size_t size_bytes) {
  const auto* bytes = static_cast<const char*>(data);
  while (size_bytes > 0) {
    const ssize_t sent = ::send(fd, bytes, size_bytes, MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes += sent;
    size_bytes -= static_cast<std::size_t>(sent);
  }
}

int open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<int>(std::distance(begin(all), end(all)));
}

int child_processes() {
  std::ifstream file("/proc/thread-self/children");
  int count = 0;
  for (int pid = 0; file >> pid;) ++count;
  return count;
}

}  // namespace zerolab::test
