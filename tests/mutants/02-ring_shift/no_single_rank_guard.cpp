// loses: edges; says: itself
// With one rank it sends to itself.
#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  const int rank = comm.rank();
  comm.sendrecv(mine, (rank + 1) % n, from_left, (rank + n - 1) % n);
}
