// loses: edges; says: the remainder in the last
// All chunks are n/N long, and the last one takes what is left over.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const std::size_t size = buffer.size() / n;
  const auto chunk = [&](int c) {
    c = (c + 3 * n) % n;
    return c == n - 1 ? buffer.subspan(c * size) : buffer.subspan(c * size, size);
  };
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const std::span<float> sum = chunk(r - 1 - s);
    std::vector<float> in(sum.size());
    comm.sendrecv(chunk(r - s), (r + 1) % n, in, (r + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) sum[i] = s < n - 1 ? sum[i] + in[i] : in[i];
  }
}
