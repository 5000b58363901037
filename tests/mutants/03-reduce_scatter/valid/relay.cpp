// Valid: rank r does its whole work on one chunk at a time, as a relay; rank N-1 receives first.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  std::vector<float> carried;
  for (int s = 0; s < n; ++s) {
    const int c = (r + n - 1 - s) % n;
    const Shard part = shard(buffer.size(), n, c);
    const std::span<float> mine = buffer.subspan(part.begin, part.end - part.begin);
    if (s > 0) {
      // Buffer + arrived or arrived + buffer: the same bits.
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = carried[i] + mine[i];
    }
    if (s == n - 1) break;
    const Shard next = shard(buffer.size(), n, (c + n - 1) % n);
    carried.assign(next.end - next.begin, 0.0f);
    if (r == n - 1) {
      comm.recv(carried, r - 1);
      comm.send(mine, 0);
    } else {
      comm.send(mine, r + 1);
      comm.recv(carried, r == 0 ? n - 1 : r - 1);
    }
  }
}
