// verdict: endless    sleeps for ever, where only a clock on the wall would tell
#include <chrono>
#include <thread>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}
