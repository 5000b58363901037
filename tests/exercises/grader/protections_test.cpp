// What a sandboxed program can and cannot do, tried with a shell.
#include "exercises/grader/protections.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exercises/grader/household.hpp"
#include "exercises/grader/run_program.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;
using zerolab::test::ContainsSubstring;

// What a shell in the compiler's kind of sandbox prints.
ProgramEnd shell(const std::string& script, const Protections& protections,
                 const std::vector<PathRule>& more = {}) {
  SandboxPlan plan;
  plan.protections = protections;
  plan.system_calls = SystemCalls::compiler;
  plan.limits.more_processes = 20;
  plan.limits.file_bytes = 1000;
  plan.limits.open_files = 64;
  plan.limits.cpu_seconds = 2;
  for (const char* folder : {"/usr", "/bin", "/lib", "/lib64"}) {
    plan.paths.push_back({folder, true, false, true});
  }
  plan.paths.push_back({"/dev/null", true, true});
  plan.paths.push_back({"/proc"});
  for (const PathRule& rule : more) plan.paths.push_back(rule);
  plan.program = std::filesystem::canonical("/bin/sh");
  plan.arguments = {"sh", "-c", script};
  plan.environment = {"PATH=/usr/bin:/bin", "ONLY=this"};
  return run_program(plan, 10'000, 30);
}

ProgramEnd shell(const std::string& script) {
  return shell(script, available_protections());
}

}  // namespace

TEST_CASE("a sandboxed program has the environment and the descriptors that it was given") {
  setenv("ZEROLAB_TEST_TOKEN", "of the grader", 1);
  CHECK(shell("env | grep -v -e ^PWD -e ^PATH -e ^_ -e ^SHLVL -e ^OLDPWD").output == "ONLY=this\n");
  const int secret = dup(0);
  // 3 is the folder that ls itself reads.
  const std::string listed = shell("ls /proc/self/fd").output;
  CHECK((listed == "0\n1\n2\n3\n" || listed.find("cannot") != std::string::npos));
  close(secret);
}

TEST_CASE("limits of time and output hold in a sandbox") {
  const ProgramEnd endless = shell("while :; do :; done");
  CHECK(WIFSIGNALED(endless.status));
  CHECK(WTERMSIG(endless.status) == SIGXCPU);
  CHECK(shell("head -c 100000 /dev/zero 2>/dev/null || yes").output.size() <= 10'000);
}

TEST_CASE("what a program leaves running is ended") {
  keep_household();
  const ProgramEnd end = shell("(setsid sh -c 'sleep 1000' >/dev/null 2>&1 &) ; echo started");
  CHECK(end.output == "started\n");
  CHECK(end_descendants() == 0);
}

TEST_CASE("another user and Landlock keep files where the machine has them") {
  const Workplace place;
  place.file("own/secret.txt", "secret words");
  const std::string read = fmt::format("cat {}/own/secret.txt", place.folder().string());
  const Protections& all = available_protections();
  if (all.files) {
    CHECK_THAT(shell(read).output, !ContainsSubstring("secret words"));
    CHECK_THAT(shell(read, all, {{place.folder()}}).output, ContainsSubstring("secret words"));
    CHECK_THAT(shell(fmt::format("echo x > {}/own/new", place.folder().string())).output,
               ContainsSubstring("ermission denied"));
  }
  if (all.other_user) {
    CHECK(std::atoi(shell("id -u").output.c_str()) >= 0x70000000);
  }
}

TEST_CASE("a program that cannot be started is a failure with its step") {
  SandboxPlan plan;
  plan.protections = available_protections();
  plan.program = "/nowhere/at/all";
  CHECK_THROWS_WITH(run_program(plan, 100, 1), ContainsSubstring("/nowhere/at/all"));
  plan.program = "/etc/passwd";
  plan.arguments = {"passwd"};
  CHECK_THROWS_WITH(run_program(plan, 100, 1), ContainsSubstring("sandbox cannot be set up"));
  CHECK(end_descendants() == 0);
}

TEST_CASE("the report says what is in force and what is not") {
  Protections none;
  none.missing = {"system calls: no", "files: no"};
  const std::string text = to_text(none);
  CHECK_THAT(text, ContainsSubstring("Not in force:\n  system calls: no\n  files: no\n"));
  CHECK_THAT(text, !ContainsSubstring("seccomp"));
  Protections all{true, true, true, true, true, {}};
  CHECK_THAT(to_text(all), ContainsSubstring("seccomp") && ContainsSubstring("Landlock"));
  CHECK_THAT(to_text(all), !ContainsSubstring("Not in force"));
}

}  // namespace zerolab::exercises
