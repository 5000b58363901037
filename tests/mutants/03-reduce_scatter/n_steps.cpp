// loses: counts; says: messages instead of / after step
// N steps instead of N-1: the last one adds again what is already in.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  if (n == 1) return;
  std::vector<float> in;
  for (int s = 0; s < n; ++s) {
    const Shard out = shard(buffer.size(), n, (r - 1 - s + 2 * n) % n);
    const Shard take = shard(buffer.size(), n, (r - 2 - s + 2 * n) % n);
    in.resize(take.end - take.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[take.begin + i] += in[i];
  }
}
