// loses: values; says: stops after / N-1
// Stops one step early: a chunk is missing.
#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

static std::span<float> chunk(std::span<float> buffer, int n, int c) {
  const Shard s = shard(buffer.size(), n, c);
  return buffer.subspan(s.begin, s.end - s.begin);
}

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 1; s < n - 1; ++s) {
    comm.sendrecv(chunk(buffer, n, (r - s + 1 + n) % n), (r + 1) % n,
                  chunk(buffer, n, (r - s + n) % n), (r - 1 + n) % n);
  }
}
