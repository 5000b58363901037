// loses: counts; says: whole buffer / one chunk
// Sends the whole buffer in every step and keeps one chunk of what arrives.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  std::vector<float> in(buffer.size());
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(buffer, (r + 1) % n, in, (r - 1 + n) % n);
    const Shard c = shard(buffer.size(), n, (r - s - 1 + n) % n);
    for (std::size_t i = c.begin; i < c.end; ++i) buffer[i] = in[i];
  }
}
