// loses: edges; says: empty
// Leaves out the message of an empty buffer, on which the neighbour's receive relies.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1 || mine.empty()) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  comm.sendrecv(mine, (comm.rank() + 1) % n, from_left, (comm.rank() + n - 1) % n);
}
