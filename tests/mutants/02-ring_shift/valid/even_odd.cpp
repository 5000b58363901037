// Valid: even ranks send first, odd ranks receive first. With an odd N the two even ranks that are
// neighbours wait for each other's neighbour only.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % n;
  const int left = (rank + n - 1) % n;
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
  } else if (rank % 2 == 0) {
    comm.send(mine, right);
    comm.recv(from_left, left);
  } else {
    comm.recv(from_left, left);
    comm.send(mine, right);
  }
}
