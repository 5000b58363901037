// verdict: flood    sends without end, to fill the grader's memory
#include <vector>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float>) {
  if (comm.size() == 1) return;
  const std::vector<float> much(1'000'000);
  std::vector<float> more(much.size());
  const int right = (comm.rank() + 1) % comm.size();
  const int left = (comm.rank() + comm.size() - 1) % comm.size();
  while (true) comm.sendrecv(much, right, more, left);
}
