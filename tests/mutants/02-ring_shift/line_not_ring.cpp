// loses: values; says: rank 0
// Forgets that the last rank's right neighbour is rank 0: a line, not a ring.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  if (comm.size() == 1) std::copy(mine.begin(), mine.end(), from_left.begin());
  if (comm.rank() > 0) comm.recv(from_left, comm.rank() - 1);
  if (comm.rank() + 1 < comm.size()) comm.send(mine, comm.rank() + 1);
}
