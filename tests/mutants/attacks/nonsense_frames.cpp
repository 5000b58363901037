// verdict: forbidden    writes to every descriptor that it can guess
#include <cstring>

#include <unistd.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  char noise[4096];
  std::memset(noise, 0x5A, sizeof noise);
  for (int descriptor = 0; descriptor < 64; ++descriptor) {
    [[maybe_unused]] const ssize_t written = write(descriptor, noise, sizeof noise);
  }
}
