// Valid: blocking calls, even ranks send first and odd ranks receive first.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const Shard give = shard(buffer.size(), n, (r - s + n) % n);
    const Shard take = shard(buffer.size(), n, (r - s - 1 + n) % n);
    const std::span<float> out = buffer.subspan(give.begin, give.end - give.begin);
    const std::span<float> in = buffer.subspan(take.begin, take.end - take.begin);
    if (r % 2 == 1) comm.recv(in, (r - 1 + n) % n);
    comm.send(out, (r + 1) % n);
    if (r % 2 == 0) comm.recv(in, (r - 1 + n) % n);
  }
}
