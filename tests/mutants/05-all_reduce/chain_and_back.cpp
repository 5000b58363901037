// loses: counts; says: whole buffer
// Adds along the chain 0, 1, …, N-1 and sends the sum round once more: whole buffers, and one rank
// at work at a time.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  if (n == 1) return;
  std::vector<float> in(buffer.size());
  if (r > 0) {
    comm.recv(in, r - 1);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
  }
  if (r < n - 1) comm.send(buffer, r + 1);
  if (r < n - 1) comm.recv(buffer, (r + n - 1) % n);
  if (r != n - 2) comm.send(buffer, (r + 1) % n);
}
