// loses: edges; says: directly to several
// A ring only where every rank gets an element; small buffers go to everybody as a whole.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  if (static_cast<int>(buffer.size()) < n) {
    const std::vector<float> own(buffer.begin(), buffer.end());
    std::vector<float> in(buffer.size());
    for (int d = 1; d < n; ++d) {
      comm.sendrecv(own, (r + d) % n, in, (r - d + n) % n);
      for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
    }
    return;
  }
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const Shard out = shard(buffer.size(), n, (r - 1 - s + 3 * n) % n);
    const Shard in = shard(buffer.size(), n, (r - 2 - s + 3 * n) % n);
    std::vector<float> arrived(in.end - in.begin);
    comm.sendrecv(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      if (s < n - 1) arrived[i] += buffer[in.begin + i];
      buffer[in.begin + i] = arrived[i];
    }
  }
}
