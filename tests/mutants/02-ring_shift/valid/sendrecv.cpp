// Valid: both at once.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  if (comm.size() == 1) {
    std::ranges::copy(mine, from_left.begin());
    return;
  }
  const int right = comm.rank() + 1 == comm.size() ? 0 : comm.rank() + 1;
  const int left = comm.rank() == 0 ? comm.size() - 1 : comm.rank() - 1;
  comm.sendrecv(mine, right, from_left, left);
}
