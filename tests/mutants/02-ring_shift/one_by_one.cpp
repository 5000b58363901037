// loses: counts; says: in pieces
// One message per element.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int n = comm.size();
  if (n == 1) {
    std::copy(mine.begin(), mine.end(), from_left.begin());
    return;
  }
  for (std::size_t i = 0; i < mine.size(); ++i) {
    comm.sendrecv(mine.subspan(i, 1), (comm.rank() + 1) % n, from_left.subspan(i, 1),
                  (comm.rank() + n - 1) % n);
  }
}
