// Exercise 2: ring_shift. This is the file to edit.
//
// Send `mine` to the right neighbour, rank r+1, and fill `from_left` with what the left one, rank
// r-1, has sent. It is a ring: the right neighbour of rank N-1 is rank 0. A send ends when its
// receiver has taken the message, so somebody must be receiving.
#include "exercises/02-ring_shift/ring_shift.hpp"

#include "exercises/comm/not_written.hpp"

void ring_shift(Comm& /*comm*/, std::span<const float> /*mine*/, std::span<float> /*from_left*/) {
  // 1. With one rank there is no neighbour: copy.
  // 2. Who are the neighbours? Mind both ends of the ring.
  // 3. Send and receive, so that no circle of ranks waits for each other.
  zerolab::exercises::not_written(2);
}
