// verdict: forbidden    maps the machine's memory
#include <fcntl.h>
#include <sys/mman.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  const int memory = open("/dev/mem", O_RDWR);
  mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
}
