// verdict: endless    catches the signal of the limit of computing time, and goes on
#include <csignal>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  std::signal(SIGXCPU, SIG_IGN);
  for (volatile int step = 0;; step = step + 1) {
  }
}
