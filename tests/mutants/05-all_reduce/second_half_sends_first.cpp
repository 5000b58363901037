// loses: deadlock; says: send first
// Orders the calls with care in the first half, and forgets to in the second.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const int right = (r + 1) % n;
  const int left = (r - 1 + n) % n;
  const auto chunk = [&](int c) {
    const Shard s = shard(buffer.size(), n, (c + 2 * n) % n);
    return buffer.subspan(s.begin, s.end - s.begin);
  };
  for (int s = 0; s < n - 1; ++s) {
    const std::span<float> sum = chunk(r - 2 - s);
    std::vector<float> in(sum.size());
    comm.sendrecv(chunk(r - 1 - s), right, in, left);
    for (std::size_t i = 0; i < in.size(); ++i) sum[i] += in[i];
  }
  for (int s = 0; s < n - 1; ++s) {
    comm.send(chunk(r - s), right);
    comm.recv(chunk(r - 1 - s), left);
  }
}
