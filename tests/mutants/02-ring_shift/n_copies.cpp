// loses: memory; says: peak
// Keeps a place for every rank's buffer, and needs one.
#include <algorithm>
#include <vector>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  const int left = (comm.rank() + n - 1) % n;
  std::vector<std::vector<float>> of_rank(n, std::vector<float>(mine.begin(), mine.end()));
  if (n > 1) comm.sendrecv(mine, (comm.rank() + 1) % n, of_rank[left], left);
  std::copy(of_rank[left].begin(), of_rank[left].end(), from_left.begin());
}
