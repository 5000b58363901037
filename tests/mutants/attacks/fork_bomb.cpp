// verdict: forbidden    starts processes without end
#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  while (true) fork();
}
