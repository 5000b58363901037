// loses: counts; says: neighbour
// Swaps buffers with a partner at distance 1, 2, 4, … (other numbers of ranks go through rank 0).
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

static void through_root(Comm& comm, std::span<float> buffer) {
  std::vector<float> in(buffer.size());
  if (comm.rank() != 0) {
    comm.send(buffer, 0);
    comm.recv(buffer, 0);
    return;
  }
  for (int peer = 1; peer < comm.size(); ++peer) {
    comm.recv(in, peer);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
  }
  for (int peer = 1; peer < comm.size(); ++peer) comm.send(buffer, peer);
}

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  if ((n & (n - 1)) != 0) return through_root(comm, buffer);
  std::vector<float> in(buffer.size());
  for (int d = 1; d < n; d *= 2) {
    comm.sendrecv(buffer, comm.rank() ^ d, in, comm.rank() ^ d);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
  }
}
