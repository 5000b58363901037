// The reference version of exercise 2.
#include <algorithm>

#include "core/schedule/schedule.hpp"
#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  if (comm.size() == 1) {
    std::ranges::copy(mine, from_left.begin());
    return;
  }
  comm.sendrecv(mine, zerolab::wrap(comm.rank() + 1, comm.size()), from_left,
                zerolab::wrap(comm.rank() - 1, comm.size()));
}
