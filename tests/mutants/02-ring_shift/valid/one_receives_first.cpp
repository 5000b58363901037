// Valid: only rank 0 receives first; the sends then end one after the other, from the last rank on.
#include <cstring>

#include "exercises/02-ring_shift/ring_shift.hpp"

void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left) {
  const int last = comm.size() - 1;
  const int rank = comm.rank();
  if (last == 0) {
    if (!mine.empty()) std::memcpy(from_left.data(), mine.data(), mine.size_bytes());
    return;
  }
  if (rank == 0) comm.recv(from_left, last);
  comm.send(mine, rank == last ? 0 : rank + 1);
  if (rank != 0) comm.recv(from_left, rank - 1);
}
