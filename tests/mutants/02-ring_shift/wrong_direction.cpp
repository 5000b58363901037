// loses: values; says: other way
// Passes the buffer to the left.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  int next = (comm.rank() + n - 1) % n;
  int previous = (comm.rank() + 1) % n;
  comm.sendrecv(mine, next, from_left, previous);
}
