// verdict: forbidden    leaves a process behind that waits for the grader to end
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      sleep(30);
      close(creat("@OUT@/left_behind", 0600));
    }
    std::_Exit(0);
  }
}
