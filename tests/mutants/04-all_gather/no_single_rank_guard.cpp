// loses: edges; says: itself
// The loop runs once before it asks: with one rank it sends to itself.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  int c = r;
  std::vector<float> in;
  do {
    const int next = (c - 1 + n) % n;
    const Shard give = shard(buffer.size(), n, c);
    const Shard take = shard(buffer.size(), n, next);
    in.resize(take.end - take.begin);
    comm.sendrecv(buffer.subspan(give.begin, give.end - give.begin), (r + 1) % n, in,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[take.begin + i] = in[i];
    c = next;
  } while (c != (r + 1) % n);
}
