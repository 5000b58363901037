// Valid: what the other chunks hold at the end is of no interest, so zeros are as good as sums.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const Shard give = shard(buffer.size(), n, (r - 1 - s + n) % n);
    const Shard take = shard(buffer.size(), n, (r - 2 - s + 2 * n) % n);
    std::vector<float> in(take.end - take.begin);
    comm.sendrecv(buffer.subspan(give.begin, give.end - give.begin), (r + 1) % n, in,
                  (r + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[take.begin + i] += in[i];
    for (std::size_t i = give.begin; i < give.end; ++i) buffer[i] = 0;
  }
}
