// loses: counts; says: neighbour
// Sends its chunk to every rank directly.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const Shard own = shard(buffer.size(), n, r);
  for (int d = 1; d < n; ++d) {
    const int from = (r - d + n) % n;
    const Shard in = shard(buffer.size(), n, from);
    comm.sendrecv(buffer.subspan(own.begin, own.end - own.begin), (r + d) % n,
                  buffer.subspan(in.begin, in.end - in.begin), from);
  }
}
