// loses: counts; says: neighbour
// Everything goes through rank 0, which deals it out: right, and rank 0 is the bottleneck.
#include <algorithm>
#include <vector>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (comm.rank() != 0) {
    comm.send(mine, 0);
    comm.recv(from_left, 0);
    return;
  }
  std::vector<std::vector<float>> all(n, std::vector<float>(mine.size()));
  std::copy(mine.begin(), mine.end(), all[0].begin());
  for (int r = 1; r < n; ++r) comm.recv(all[r], r);
  for (int r = 1; r < n; ++r) comm.send(all[r - 1], r);
  std::copy(all[n - 1].begin(), all[n - 1].end(), from_left.begin());
}
