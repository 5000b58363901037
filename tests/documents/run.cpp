// The playground of run.hpp, and the check of a whole document in it.
#include "tests/documents/run.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "tests/documents/compare.hpp"

namespace zerolab::documents {

namespace {

namespace fs = std::filesystem;

constexpr int no_viewer = 77;  // the script's status for lab view where there is no visualizer

// Documents show a course as it was handed out, and for exercise 3 the answer of somebody who
// writes over the own numbers instead of adding.
constexpr std::string_view lab_script = R"(#!/bin/sh
case "$1" in
  '' | help | --help | -h) exec "$ZEROLAB_ROOT/lab" help ;;
  view)
    shift
    [ -x "$ZEROLAB_VIEWER" ] || exit 77
    exec "$ZEROLAB_VIEWER" "$@" ;;
  exercises | check | hint | reset | progress | solution)
    bin=${ZEROLAB_PROGRAM%/*}
    export ZEROLAB_COURSE="$HOME/course"
    if [ ! -d "$ZEROLAB_COURSE" ]; then
      mkdir -p "$ZEROLAB_COURSE/build/bin"
      cp -r "$ZEROLAB_ROOT/exercises" "$ZEROLAB_COURSE/"
      cp -r "$ZEROLAB_ROOT/exercises/starters/." "$ZEROLAB_COURSE/exercises/"
      ln -s "$bin"/exercise_* "$ZEROLAB_COURSE/build/bin/"
      ln -sf "$bin/../tests/exercises/check/zerolab_check_overwrite" \
        "$ZEROLAB_COURSE/build/bin/exercise_03"
    fi
    exec "$bin/zerolab-exercises" "$@" ;;
  setup | build | demo | test | format | clean | grade | watch | -*)
    echo "lab $1: a checked document cannot run this; mark its block no-run" >&2
    exit 125 ;;
esac
exec "$ZEROLAB_PROGRAM" "$@"
)";

std::string inherited(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return fmt::format("{}={}", name, value != nullptr ? value : otherwise);
}

// In the child, between fork and exec: system calls only.
[[noreturn]] void become(const char* folder, int output, char* const* arguments,
                         char* const* environment) {
  const int input = open("/dev/null", O_RDONLY);
  if (chdir(folder) == 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0) {
    execve("/bin/bash", arguments, environment);
  }
  _exit(127);
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t count = read(file, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Playground::Playground(const fs::path& root, const fs::path& program) {
  std::string pattern = (fs::temp_directory_path() / "zerolab_document_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw failure("cannot make {}: {}", pattern, std::strerror(errno));
  }
  folder_ = pattern;
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if ((entry.is_directory() && !name.starts_with('.') && name != "build") ||
        name == "README.md") {
      fs::create_symlink(fs::absolute(entry.path()), folder_ / name);
    }
  }
  std::ofstream(folder_ / "lab") << lab_script;
  fs::permissions(folder_ / "lab", fs::perms::owner_all);
  environment_ = {
      inherited("PATH", "/usr/local/bin:/usr/bin:/bin"),
      inherited("LD_LIBRARY_PATH", ""),
      "HOME=" + folder_.string(),
      "LC_ALL=C.UTF-8",
      "TERM=dumb",
      "NO_COLOR=1",
      "ZEROLAB_ROOT=" + fs::absolute(root).string(),
      "ZEROLAB_PROGRAM=" + fs::absolute(program).string(),
      "ZEROLAB_VIEWER=" + (fs::absolute(program).parent_path() / "zerolab-viz").string(),
  };
}

Playground::~Playground() {
  std::error_code ignored;  // what a command has write-protected stays in the temporary folder
  fs::remove_all(folder_, ignored);
}

Playground::Result Playground::run(const std::string& command) const {
  std::vector<std::string> words{"bash", "-c", command};
  std::vector<std::string> environment = environment_;
  const auto arguments = pointers_to(words);
  const auto variables = pointers_to(environment);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw failure("cannot make a pipe: {}", std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) throw failure("cannot start bash: {}", std::strerror(errno));
  if (child == 0) become(folder_.c_str(), ends[1], arguments.data(), variables.data());
  close(ends[1]);
  Result result{0, read_all(ends[0])};
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::string check(const std::string& name, const Document& document, const Playground& playground) {
  std::string findings;
  for (const Problem& problem : document.problems) {
    findings += fmt::format("{}:{}: {}\n", name, problem.line, problem.message);
  }
  for (const Command& command : document.commands) {
    const auto result = playground.run(command.text);
    // A build without the visualizer cannot say whether its commands are right.
    if (result.exit_status == no_viewer && command.text.find("lab view") != std::string::npos)
      continue;
    const auto diff =
        difference(command.expected, split_lines(result.output), command.volatile_patterns);
    if (is_same(diff) && result.exit_status == command.exit_status) continue;
    findings += fmt::format("{}:{}: $ {}\n", name, command.line, command.text);
    if (result.exit_status != command.exit_status) {
      findings += fmt::format("exit status: expected {}, actual {}\n", command.exit_status,
                              result.exit_status);
    }
    if (!is_same(diff)) findings += "--- expected\n+++ actual\n" + to_string(diff);
  }
  return findings;
}

}  // namespace zerolab::documents
