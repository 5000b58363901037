// loses: values; says: what arrived was complete / replaced
// Adds in the second half as well, to chunks whose sums were complete.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const Shard out = shard(buffer.size(), n, (r - s + 2 * n) % n);
    const Shard in = shard(buffer.size(), n, (r - 1 - s + 2 * n) % n);
    std::vector<float> arrived(in.end - in.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) buffer[in.begin + i] += arrived[i];
  }
}
