// loses: deadlock; says: send first
// Means to let the last rank receive first, which is enough, but takes its number for n: nobody
// does.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  const int rank = comm.rank();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  const bool receives_first = rank == n;
  if (receives_first) comm.recv(from_left, rank - 1);
  comm.send(mine, (rank + 1) % n);
  if (!receives_first) comm.recv(from_left, (rank + n - 1) % n);
}
