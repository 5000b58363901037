// loses: values; says: did not add what it had received
// Adds what arrives into a result of its own, and always passes on its original numbers.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  std::vector<float> sum(buffer.begin(), buffer.end());
  std::vector<float> in;
  for (int s = 0; s < n - 1; ++s) {
    const Shard out = shard(buffer.size(), n, (r - 1 - s + n) % n);
    const Shard take = shard(buffer.size(), n, (r - 2 - s + 2 * n) % n);
    in.resize(take.end - take.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) sum[take.begin + i] += in[i];
  }
  for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = sum[i];
}
