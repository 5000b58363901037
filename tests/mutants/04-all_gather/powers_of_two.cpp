// loses: values; says: neighbour
// Doubles what it has with a partner at distance 1, 2, 4, …: needs a power of two of ranks.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int d = 1; d < n; d *= 2) {
    const int peer = r ^ d;
    if (peer >= n) continue;
    const int mine = r / d * d;
    const int theirs = peer / d * d;
    for (int c = 0; c < d; ++c) {
      if (mine + c >= n || theirs + c >= n) continue;
      const Shard out = shard(buffer.size(), n, mine + c);
      const Shard in = shard(buffer.size(), n, theirs + c);
      comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), peer,
                    buffer.subspan(in.begin, in.end - in.begin), peer);
    }
  }
}
