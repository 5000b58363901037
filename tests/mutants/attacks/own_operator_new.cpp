// verdict: forbidden    replaces operator new, so that all vectors of the program share one buffer
#include <cstddef>
#include <cstdlib>
#include <new>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

namespace {
bool sharing = false;
alignas(64) char shared[1 << 20];
}  // namespace

void* operator new(std::size_t size) {
  return sharing ? shared : std::malloc(size);
}
void operator delete(void* memory) noexcept {
  if (memory != shared) std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  if (memory != shared) std::free(memory);
}

void reduce_scatter(Comm&, std::span<float>) {
  sharing = true;
}
