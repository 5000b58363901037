// loses: counts; says: message
// Sends the buffers round until they are back home, and keeps the first that came by.
#include <algorithm>
#include <vector>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  std::copy(mine.begin(), mine.end(), from_left.begin());
  if (n == 1) return;
  std::vector<float> out(mine.begin(), mine.end());
  std::vector<float> in(mine.size());
  for (int s = 0; s < n; ++s) {
    comm.sendrecv(out, (comm.rank() + 1) % n, in, (comm.rank() + n - 1) % n);
    if (s == 0) std::copy(in.begin(), in.end(), from_left.begin());
    std::swap(in, out);
  }
}
