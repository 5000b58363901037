// verdict: out of memory    takes ten gigabytes, and writes to all of them
#include <cstddef>
#include <vector>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float> buffer) {
  const std::vector<float> huge(2'500'000'000U, 1.0F);
  if (!buffer.empty()) buffer[0] = huge[buffer.size()];
}
