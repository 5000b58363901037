// loses: edges; says: ends on rank r
// Chunk r+2 ends on rank r. The sums are right, and the counts where all chunks are equal; but what
// is sent where they are not is neither that of chunk r nor that of chunk r+1.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const Shard out = shard(buffer.size(), n, (r + 1 - s + 2 * n) % n);
    const Shard in = shard(buffer.size(), n, (r - s + 2 * n) % n);
    std::vector<float> arrived(in.end - in.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      if (s < n - 1) arrived[i] += buffer[in.begin + i];
      buffer[in.begin + i] = arrived[i];
    }
  }
}
