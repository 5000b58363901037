// verdict: endless    computes for ever
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  for (volatile int step = 0;; step = step + 1) {
  }
}
