// verdict: crashed    writes where there is no memory
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  volatile float* volatile nowhere = nullptr;
  *nowhere = 1;
}
