// loses: edges; says: elements
// Goes through a buffer of 256 numbers, and cuts off what is longer.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  float out[256];
  float in[256];
  const int n = comm.size();
  const std::size_t size = std::min<std::size_t>(mine.size(), 256);
  std::copy_n(mine.begin(), size, out);
  std::copy_n(mine.begin(), size, in);
  if (n > 1) {
    comm.sendrecv({out, size}, (comm.rank() + 1) % n, {in, size}, (comm.rank() + n - 1) % n);
  }
  std::copy_n(in, size, from_left.begin());
}
