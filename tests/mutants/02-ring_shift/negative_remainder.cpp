// loses: values; says: -1
// In C++ -1 % 4 is -1, not 3.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  const int right = (comm.rank() + 1) % n;
  const int left = (comm.rank() - 1) % n;
  comm.sendrecv(mine, right, from_left, left);
}
