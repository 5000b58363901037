// loses: edges; says: longest chunk
// The right chunks, but every message is padded to the longest chunk.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const Shard longest = shard(buffer.size(), n, 0);
  std::vector<float> out(longest.end);
  std::vector<float> in(longest.end);
  for (int s = 0; s < n - 1; ++s) {
    const Shard from = shard(buffer.size(), n, (r - s + n) % n);
    const Shard to = shard(buffer.size(), n, (r - s - 1 + n) % n);
    for (std::size_t i = from.begin; i < from.end; ++i) out[i - from.begin] = buffer[i];
    comm.sendrecv(out, (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = to.begin; i < to.end; ++i) buffer[i] = in[i - to.begin];
  }
}
