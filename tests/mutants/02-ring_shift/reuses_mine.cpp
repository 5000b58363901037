// loses: memory; says: mine
// Casts const away, and swaps its own buffer with what has arrived.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  std::span<float> own(const_cast<float*>(mine.data()), mine.size());
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  comm.sendrecv(mine, (comm.rank() + 1) % n, from_left, (comm.rank() + n - 1) % n);
  std::copy(from_left.begin(), from_left.end(), own.begin());
}
