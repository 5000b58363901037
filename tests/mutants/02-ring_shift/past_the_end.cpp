// loses: memory; says: past the end
// Marks the end of what it received with a zero, one element behind the buffer.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
  } else {
    comm.sendrecv(mine, (comm.rank() + 1) % n, from_left, (comm.rank() + n - 1) % n);
  }
  from_left.data()[from_left.size()] = 0;
}
