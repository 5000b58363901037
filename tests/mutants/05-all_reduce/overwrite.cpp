// loses: values; says: add
// Copies in both halves: nothing is ever added.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const auto chunk = [&](int c) {
    const Shard s = shard(buffer.size(), n, (c + 2 * n) % n);
    return buffer.subspan(s.begin, s.end - s.begin);
  };
  for (int s = 0; s < 2 * (n - 1); ++s) {
    comm.sendrecv(chunk(r - s), (r + 1) % n, chunk(r - s - 1), (r - 1 + n) % n);
  }
}
