// verdict: forbidden    starts a shell
#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  if (vfork() == 0) {
    execl("/bin/sh", "sh", "-c", "echo pwned > @OUT@/pwned", nullptr);
    _exit(1);
  }
}
