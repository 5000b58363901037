// verdict: endless    prints for ever, to fill a disk or a log
#include <cstdio>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  while (true) std::puts("0123456789 0123456789 0123456789 0123456789 0123456789 0123456789");
}
