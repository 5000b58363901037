#include "exercises/grader/sandbox.hpp"

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "exercises/grader/household.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::size_t longest_complaint = 1000;

void insist(bool done, const char* step) {
  if (!done) throw failure("{}: {}", step, std::strerror(errno));
}

void close_from(int first) {
  if (syscall(SYS_close_range, first, ~0U, 0U) == 0) return;
  for (int descriptor = first; descriptor < 65536; ++descriptor) close(descriptor);
}

// Makes the descriptors 0, 1, 2, … in order, closing all others. They pass through numbers that no
// one has yet, so that none overwrites another that is still to be moved.
void arrange_descriptors(std::vector<int>& descriptors) {
  constexpr int far_away = 200;
  for (int& descriptor : descriptors) {
    descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, far_away);
    insist(descriptor >= 0, "descriptors");
  }
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    insist(dup2(descriptors[i], static_cast<int>(i)) >= 0, "descriptors");
  }
  close_from(static_cast<int>(descriptors.size()));
}

void limit(int what, std::int64_t soft, std::int64_t hard, const char* step) {
  const rlimit value{static_cast<rlim_t>(soft), static_cast<rlim_t>(hard)};
  insist(setrlimit(static_cast<__rlimit_resource>(what), &value) == 0, step);
}

void set_limits(const SandboxLimits& limits) {
  const auto seconds = std::max<std::int64_t>(1, std::llround(std::ceil(limits.cpu_seconds)));
  // A second more, and it is ended without being asked.
  limit(RLIMIT_CPU, seconds, seconds + 1, "limit of computing time");
  limit(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes, "limit of memory");
  limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes, "limit of file sizes");
  limit(RLIMIT_NOFILE, limits.open_files, limits.open_files, "limit of open files");
  limit(RLIMIT_CORE, 0, 0, "limit of core files");
  constexpr std::int64_t stack_bytes = 8 << 20;
  limit(RLIMIT_STACK, stack_bytes, stack_bytes, "limit of the stack");
  for (const int none : {RLIMIT_MSGQUEUE, RLIMIT_MEMLOCK}) limit(none, 0, 0, "limits");
}

// Once it is somebody else: the kernel checks the limit's owner when the user changes.
void limit_processes(const SandboxLimits& limits) {
  const std::int64_t most =
      limits.more_processes == 0 ? 0 : limits.more_processes + processes_of_user(geteuid());
  limit(RLIMIT_NPROC, most, most, "limit of processes");
}

void become_nobody(uid_t user) {
  insist(setgroups(0, nullptr) == 0, "groups");
  insist(setresgid(user, user, user) == 0, "group");
  insist(setresuid(user, user, user) == 0, "user");
}

void quiet_signals() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &usual, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void send_listener(int socket, int listener) {
  char word = 'L';
  iovec data{&word, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof listener)] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof listener);
  std::memcpy(CMSG_DATA(header), &listener, sizeof listener);
  insist(sendmsg(socket, &message, MSG_NOSIGNAL) == 1, "hand-over");
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// `program` and `socket` become the last two descriptors, closed when the program starts.
void leave_the_grader(const SandboxPlan& plan, int& program, int& socket) {
  insist(setsid() >= 0, "session");
  insist(chdir(plan.directory.c_str()) == 0, "directory");
  umask(S_IWGRP | S_IWOTH);
  std::vector<int> descriptors = plan.descriptors;
  descriptors.push_back(program);
  descriptors.push_back(socket);
  arrange_descriptors(descriptors);
  socket = static_cast<int>(descriptors.size()) - 1;
  program = socket - 1;
  for (const int own : {program, socket}) fcntl(own, F_SETFD, FD_CLOEXEC);
}

// Where memory runs out, the system ends the submission and not the grader. It may refuse: no harm.
void go_first() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = write(file, "1000", 4);
  close(file);
}

void give_up_rights(const SandboxPlan& plan, pid_t grader) {
  go_first();
  set_limits(plan.limits);
  if (plan.protections.other_user) become_nobody(nobody_user(plan.user, grader));
  // After the change of user, which forgets it.
  insist(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == grader, "death with the grader");
  insist(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no new privileges");
  limit_processes(plan.limits);
  quiet_signals();
  if (!plan.protections.files) return;
  std::vector<PathRule> paths = plan.paths;
  paths.push_back({plan.program, true, false, true});
  restrict_files(paths);
}

void give_up_calls(const SandboxPlan& plan, const ProgramStart& start, int socket) {
  if (!plan.protections.system_calls) return;
  const bool named = plan.protections.named_calls && plan.system_calls != SystemCalls::compiler;
  const int listener = restrict_system_calls(plan.system_calls, start, named);
  if (listener >= 0) send_listener(socket, listener);
}

// In the child. `socket` is the way back to the grader until the program starts.
[[noreturn]] void become_program(const SandboxPlan& plan, pid_t grader, int program, int socket) {
  try {
    leave_the_grader(plan, program, socket);
    give_up_rights(plan, grader);
    const std::vector<char*> arguments = pointers(plan.arguments);
    const std::vector<char*> environment = pointers(plan.environment);
    const std::vector<char> empty_path(64);  // on the heap: at an address that nobody can guess
    give_up_calls(plan, {program, empty_path.data()}, socket);
    syscall(SYS_execveat, program, empty_path.data(), arguments.data(), environment.data(),
            AT_EMPTY_PATH);
    throw failure("cannot start {}: {}", plan.program.string(), std::strerror(errno));
  } catch (const std::exception& error) {
    const std::string text = std::string(1, 'E') + error.what();
    iovec data{const_cast<char*>(text.data()), std::min(text.size(), longest_complaint)};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    sendmsg(socket, &message, MSG_NOSIGNAL);
    _exit(126);
  }
}

// Reads what the child says until it has become the program.
Sandboxed await_start(pid_t process, int socket) {
  Sandboxed started{process, -1};
  std::string complaint;
  while (true) {
    char text[longest_complaint + 1];
    iovec data{text, sizeof text};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&started.listener, CMSG_DATA(header), sizeof started.listener);
    }
    if (text[0] == 'E') complaint.assign(text + 1, static_cast<std::size_t>(count - 1));
  }
  if (complaint.empty()) return started;
  if (started.listener >= 0) close(started.listener);
  waitpid(process, nullptr, 0);
  throw failure("the sandbox cannot be set up: {}", complaint);
}

}  // namespace

Sandboxed start_sandboxed(const SandboxPlan& plan) {
  const int program = open(plan.program.c_str(), O_PATH | O_CLOEXEC);
  if (program < 0) {
    throw failure("cannot open {}: {}", plan.program.string(), std::strerror(errno));
  }
  int sockets[2];
  insist(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0, "socketpair");
  const pid_t grader = getpid();
  const pid_t process = fork();
  if (process == 0) become_program(plan, grader, program, sockets[1]);
  close(program);
  close(sockets[1]);
  if (process < 0) {
    close(sockets[0]);
    throw failure("cannot start another process: {}", std::strerror(errno));
  }
  try {
    const Sandboxed started = await_start(process, sockets[0]);
    close(sockets[0]);
    return started;
  } catch (...) {
    close(sockets[0]);
    throw;
  }
}

}  // namespace zerolab::exercises
