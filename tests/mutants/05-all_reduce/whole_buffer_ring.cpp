// loses: counts; says: whole buffer
// Passes whole buffers round and adds each that comes by: N-1 times the buffer, instead of less
// than twice.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  std::vector<float> out(buffer.begin(), buffer.end());
  std::vector<float> in(buffer.size());
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(out, (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
    out.swap(in);
  }
}
