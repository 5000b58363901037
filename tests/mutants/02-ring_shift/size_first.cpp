// loses: counts; says: announce
// Announces the size in a message of its own, although both sides know it.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  const int right = (comm.rank() + 1) % n;
  const int left = (comm.rank() + n - 1) % n;
  float size[1] = {static_cast<float>(mine.size())};
  float left_size[1] = {0};
  comm.sendrecv(size, right, left_size, left);
  comm.sendrecv(mine, right, from_left, left);
}
