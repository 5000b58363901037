// loses: values; says: nothing is sent
// Sends nothing, and takes its own numbers for its neighbour's.
#include <algorithm>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  (void)comm;
  std::copy(mine.begin(), mine.end(), from_left.begin());
}
