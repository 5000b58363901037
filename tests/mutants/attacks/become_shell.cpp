// verdict: forbidden    becomes a shell, by the call that starts the ranks themselves
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  const char* const arguments[] = {"sh", "-c", "echo pwned > @OUT@/pwned", nullptr};
  const char* const environment[] = {nullptr};
  for (int descriptor = 0; descriptor < 8; ++descriptor) {
    syscall(SYS_execveat, descriptor, "/bin/sh", arguments, environment, AT_EMPTY_PATH);
  }
}
