// verdict: endless    waits for an answer to a question that it never asked
#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  char byte = 0;
  while (read(3, &byte, 1) >= 0) {
  }
}
