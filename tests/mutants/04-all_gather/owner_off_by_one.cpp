// loses: values; says: does not have yet
// Begins with chunk r+1, as if an exercise 3 of another numbering had gone before.
#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

static std::span<float> chunk(std::span<float> buffer, int n, int c) {
  const Shard s = shard(buffer.size(), n, c);
  return buffer.subspan(s.begin, s.end - s.begin);
}

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const int out = (r + 1 - s + n) % n;
    const int in = (r - s + n) % n;
    comm.sendrecv(chunk(buffer, n, out), (r + 1) % n, chunk(buffer, n, in), (r - 1 + n) % n);
  }
}
