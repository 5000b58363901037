// loses: edges; says: one rank
// With one rank it returns at once, and leaves the place for its neighbour's numbers unwritten.
#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) return;
  const int rank = comm.rank();
  comm.sendrecv(mine, (rank + 1) % n, from_left, (rank + n - 1) % n);
}
