// loses: values; says: add
// Adds what arrives, as in exercise 3, to a chunk that holds nothing yet.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const Shard out = shard(buffer.size(), n, (r - s + n) % n);
    const Shard in = shard(buffer.size(), n, (r - s - 1 + n) % n);
    std::vector<float> arrived(in.end - in.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) buffer[in.begin + i] += arrived[i];
  }
}
