// verdict: forbidden    raises its own limits
#include <sys/resource.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_CPU, &all);
  setrlimit(RLIMIT_AS, &all);
}
