#include "exercises/grader/system_calls.hpp"

#include <csignal>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.hpp"

#if defined(ZEROLAB_HAS_SECCOMP)
#include <seccomp.h>
#endif

namespace zerolab::exercises {

#if defined(ZEROLAB_HAS_SECCOMP)

namespace {

// Names, because not every architecture and kernel has every call: those unknown are left out.

// A process that computes, allocates and exits.
constexpr const char* always_allowed[] = {"read",
                                          "readv",
                                          "write",
                                          "writev",
                                          "sendmsg",
                                          "recvmsg",
                                          "close",
                                          "fstat",
                                          "lseek",
                                          "brk",
                                          "munmap",
                                          "mremap",
                                          "madvise",
                                          "exit",
                                          "exit_group",
                                          "clock_gettime",
                                          "clock_getres",
                                          "gettimeofday",
                                          "time",
                                          "getpid",
                                          "gettid",
                                          "getuid",
                                          "geteuid",
                                          "getgid",
                                          "getegid",
                                          "getrandom",
                                          "sched_yield",
                                          "rt_sigreturn",
                                          "rt_sigprocmask",
                                          "getcpu",
                                          "set_tid_address",
                                          "sched_getaffinity",
                                          "set_robust_list",
                                          "rseq",
                                          "arch_prctl",
                                          "uname",
                                          "getrlimit"};

// Calls that the C library makes and does without. Sleeping takes no time here: it returns at once,
// so that a rank that waits in a loop meets the limit of computing time.
struct Answered {
  const char* name;
  int error;
};
constexpr Answered answered[] = {
    {"ioctl", ENOTTY},  {"readlink", EACCES},  {"readlinkat", EACCES},  {"newfstatat", EACCES},
    {"statx", ENOSYS},  {"nanosleep", 0},      {"clock_nanosleep", 0},  {"fcntl", EPERM},
    {"access", EACCES}, {"faccessat", EACCES}, {"rt_sigaction", EPERM}, {"sysinfo", EPERM}};

// By which a process reaches beyond itself and its files. A compiler needs none of them.
constexpr const char* refused_to_compilers[] = {"socket",
                                                "connect",
                                                "bind",
                                                "listen",
                                                "accept",
                                                "accept4",
                                                "ptrace",
                                                "process_vm_readv",
                                                "process_vm_writev",
                                                "pidfd_getfd",
                                                "pidfd_open",
                                                "kcmp",
                                                "bpf",
                                                "perf_event_open",
                                                "userfaultfd",
                                                "io_uring_setup",
                                                "io_uring_enter",
                                                "io_uring_register",
                                                "mount",
                                                "umount2",
                                                "open_tree",
                                                "move_mount",
                                                "fsopen",
                                                "pivot_root",
                                                "chroot",
                                                "unshare",
                                                "setns",
                                                "keyctl",
                                                "add_key",
                                                "request_key",
                                                "init_module",
                                                "finit_module",
                                                "kexec_load",
                                                "open_by_handle_at",
                                                "name_to_handle_at",
                                                "swapon",
                                                "reboot",
                                                "setuid",
                                                "setgid",
                                                "setreuid",
                                                "setresuid",
                                                "shmget",
                                                "msgget",
                                                "semget",
                                                "mq_open",
                                                "syslog",
                                                "quotactl",
                                                "acct",
                                                "personality",
                                                "prctl"};

class Filter {
 public:
  explicit Filter(std::uint32_t otherwise) : context_(seccomp_init(otherwise)) {
    if (context_ == nullptr) throw failure("cannot prepare the filter of system calls");
    check(seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  template <typename... Conditions>
  void add(std::uint32_t action, const char* name, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number < 0) return;
    check(seccomp_rule_add(context_, action, number, sizeof...(conditions), conditions...));
  }

  // Returns the listener's descriptor where the filter notifies.
  int load(bool notifies) {
    check(seccomp_load(context_));
    return notifies ? seccomp_notify_fd(context_) : -1;
  }

 private:
  static void check(int result) {
    if (result < 0) throw failure("cannot restrict system calls: {}", std::strerror(-result));
  }
  scmp_filter_ctx context_;
};

scmp_arg_cmp equals(unsigned int argument, std::uint64_t value) {
  return scmp_arg_cmp{argument, SCMP_CMP_EQ, value, 0};
}

scmp_arg_cmp has_bits(unsigned int argument, std::uint64_t mask, std::uint64_t value) {
  return scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value};
}

void allow_rank(Filter& filter, const ProgramStart& start) {
  for (const char* name : always_allowed) filter.add(SCMP_ACT_ALLOW, name);
  for (const Answered& call : answered) {
    filter.add(SCMP_ACT_ERRNO(static_cast<std::uint32_t>(call.error)), call.name);
  }
  // Messages to nowhere but the other end: no address.
  filter.add(SCMP_ACT_ALLOW, "sendto", equals(4, 0));
  filter.add(SCMP_ACT_ALLOW, "recvfrom", equals(4, 0));
  // Waking is what std::call_once does; to wait for a lock alone in a process is to wait for ever.
  filter.add(SCMP_ACT_ALLOW, "futex", has_bits(1, 0x7F, FUTEX_WAKE));
  filter.add(SCMP_ACT_ALLOW, "prlimit64", equals(0, 0), equals(2, 0));  // to read a limit
  filter.add(SCMP_ACT_ALLOW, "execveat", equals(0, static_cast<std::uint64_t>(start.program)),
             equals(1, reinterpret_cast<std::uintptr_t>(start.empty_path)),
             equals(4, AT_EMPTY_PATH));
  for (const char* name : {"mmap", "mprotect"}) {
    filter.add(SCMP_ACT_ALLOW, name, has_bits(2, PROT_EXEC, 0));
  }
}

void allow_loading(Filter& filter) {
  filter.add(SCMP_ACT_ALLOW, "openat", has_bits(2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY));
  filter.add(SCMP_ACT_ALLOW, "pread64");
  for (const char* name : {"mmap", "mprotect"}) {
    filter.add(SCMP_ACT_ALLOW, name, has_bits(2, PROT_EXEC, PROT_EXEC));
  }
}

}  // namespace

std::optional<std::string> why_calls_are_free() {
  return std::nullopt;
}

int restrict_system_calls(SystemCalls which, const ProgramStart& start, bool named) {
  if (which == SystemCalls::compiler) {
    Filter filter(SCMP_ACT_ALLOW);
    for (const char* name : refused_to_compilers) filter.add(SCMP_ACT_ERRNO(EPERM), name);
    return filter.load(false);
  }
  Filter filter(named ? SCMP_ACT_NOTIFY : SCMP_ACT_KILL_PROCESS);
  allow_rank(filter, start);
  if (which == SystemCalls::dynamic_rank) allow_loading(filter);
  return filter.load(named);
}

std::optional<RefusedCall> refused_call(int listener) {
  pollfd look{listener, POLLIN, 0};
  if (listener < 0 || poll(&look, 1, 0) != 1 || (look.revents & POLLIN) == 0) return std::nullopt;
  seccomp_notif* notice = nullptr;
  if (seccomp_notify_alloc(&notice, nullptr) != 0) throw failure("no memory for a notice");
  std::optional<RefusedCall> refused;
  if (seccomp_notify_receive(listener, notice) == 0) {
    const seccomp_data& call = notice->data;
    char* name = seccomp_syscall_resolve_num_arch(call.arch, call.nr);
    refused = RefusedCall{name != nullptr ? name : fmt::format("number {}", call.nr), false};
    refused->aborts =
        refused->name == "tgkill" && call.args[2] == SIGABRT && call.args[0] == notice->pid;
    std::free(name);
  }
  seccomp_notify_free(notice, nullptr);
  return refused;
}

#else

std::optional<std::string> why_calls_are_free() {
  return "this build has no libseccomp (libseccomp-dev)";
}

int restrict_system_calls(SystemCalls, const ProgramStart&, bool) {
  throw failure("this build cannot restrict system calls");
}

std::optional<RefusedCall> refused_call(int) {
  return std::nullopt;
}

#endif

}  // namespace zerolab::exercises
