// loses: edges; says: itself
// The loop runs once before it asks: with one rank it sends to itself.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  int out = (r - 1 + n) % n;
  do {
    const int in = (out - 1 + n) % n;
    const Shard give = shard(buffer.size(), n, out);
    const Shard take = shard(buffer.size(), n, in);
    std::vector<float> arrived(take.end - take.begin);
    comm.sendrecv(buffer.subspan(give.begin, give.end - give.begin), (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) buffer[take.begin + i] += arrived[i];
    out = in;
  } while (out != r);
}
