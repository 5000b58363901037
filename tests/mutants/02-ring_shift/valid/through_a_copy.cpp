// Valid: receives into a buffer of its own and copies.
#include <vector>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  std::vector<float> arrived(mine.begin(), mine.end());
  const int n = comm.size();
  if (n > 1) comm.sendrecv(mine, (comm.rank() + 1) % n, arrived, (comm.rank() + n - 1) % n);
  for (std::size_t i = 0; i < arrived.size(); ++i) from_left[i] = arrived[i];
}
