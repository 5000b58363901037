#include "exercises/child/child.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"

extern char** environ;

namespace zerolab::exercises {

namespace {

std::string read_to_end(int descriptor) {
  std::string text;
  std::array<char, 65536> part;
  while (true) {
    const ssize_t count = ::read(descriptor, part.data(), part.size());
    if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, ChildOutput output) {
  std::fflush(nullptr);
  const bool captured = output == ChildOutput::captured;
  int pipe[2] = {-1, -1};
  if (captured && ::pipe2(pipe, O_CLOEXEC) != 0) {
    throw failure("cannot make a pipe: {}", std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (captured) {
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (captured) ::close(pipe[1]);
  ChildResult result;
  if (error == 0 && captured) result.output = read_to_end(pipe[0]);
  if (captured) ::close(pipe[0]);
  if (error != 0) throw failure("cannot run {}: {}", words.front(), std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace zerolab::exercises
