// loses: counts; says: messages instead of / after step
// N steps instead of N-1: the last one brings its own chunk back. The values are right.
#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

static std::span<float> chunk(std::span<float> buffer, int n, int c) {
  const Shard s = shard(buffer.size(), n, c);
  return buffer.subspan(s.begin, s.end - s.begin);
}

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  if (n == 1) return;
  for (int s = 0; s < n; ++s) {
    comm.sendrecv(chunk(buffer, n, (r - s + n) % n), (r + 1) % n,
                  chunk(buffer, n, (r - s - 1 + n) % n), (r - 1 + n) % n);
  }
}
