// loses: counts; says: whole buffer
// Fills the other chunks with zeros and adds whole buffers up, as an all-reduce: twice the traffic
// at least.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const Shard own = shard(buffer.size(), n, r);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (i < own.begin || i >= own.end) buffer[i] = 0;
  }
  std::vector<float> out(buffer.begin(), buffer.end());
  std::vector<float> in(buffer.size());
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(out, (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
    out.swap(in);
  }
}
