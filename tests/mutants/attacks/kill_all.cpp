// verdict: forbidden    ends every process that it may
#include <csignal>

#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  kill(getppid(), SIGKILL);
  kill(-1, SIGKILL);
}
