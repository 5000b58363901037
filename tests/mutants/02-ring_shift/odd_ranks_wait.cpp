// loses: deadlock; says: send first
// Orders by whether N is even, where the rank is what must differ from its neighbour.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  const int right = (comm.rank() + 1) % n;
  const int left = (comm.rank() - 1 + n) % n;
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
  } else if (n % 2 == 0) {
    if (comm.rank() % 2 == 0) {
      comm.send(mine, right);
      comm.recv(from_left, left);
    } else {
      comm.recv(from_left, left);
      comm.send(mine, right);
    }
  } else {
    // With an odd number the last rank has no partner, so all do the same.
    comm.send(mine, right);
    comm.recv(from_left, left);
  }
}
