// loses: edges; says: leaves out
// Returns at once where there are fewer elements than ranks.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  if (buffer.size() / n == 0) return;
  const auto chunk = [&](int c) {
    const Shard s = shard(buffer.size(), n, (c + 3 * n) % n);
    return buffer.subspan(s.begin, s.end - s.begin);
  };
  std::vector<float> in;
  for (int s = 0; s < n - 1; ++s) {
    const std::span<float> sum = chunk(r - 2 - s);
    in.resize(sum.size());
    comm.sendrecv(chunk(r - 1 - s), (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) sum[i] += in[i];
  }
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(chunk(r - s), (r + 1) % n, chunk(r - s - 1), (r - 1 + n) % n);
  }
}
