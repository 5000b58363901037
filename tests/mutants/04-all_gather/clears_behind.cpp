// loses: memory; says: past the end
// Clears its own buffer before it receives, with <= where < belongs: one element too many.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const Shard own = shard(buffer.size(), n, r);
  float* all = buffer.data();
  for (std::size_t i = 0; i <= buffer.size(); ++i) {
    if (i < own.begin || i >= own.end) all[i] = 0;
  }
  for (int s = 0; s < n - 1; ++s) {
    const Shard out = shard(buffer.size(), n, (r - s + n) % n);
    const Shard in = shard(buffer.size(), n, (r - s - 1 + n) % n);
    comm.sendrecv({all + out.begin, out.end - out.begin}, (r + 1) % n,
                  {all + in.begin, in.end - in.begin}, (r - 1 + n) % n);
  }
}
