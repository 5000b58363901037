// verdict: forbidden    starts threads that go on when the function has returned
#include <thread>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  std::thread([] {
    while (true) std::this_thread::yield();
  }).detach();
}
