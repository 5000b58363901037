// loses: counts; says: neighbour
// Rank 0 adds everything up and sends the sum to everybody.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  if (comm.rank() != 0) {
    comm.send(buffer, 0);
    comm.recv(buffer, 0);
    return;
  }
  std::vector<float> in(buffer.size());
  for (int peer = 1; peer < n; ++peer) {
    comm.recv(in, peer);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[i] += in[i];
  }
  for (int peer = 1; peer < n; ++peer) comm.send(buffer, peer);
}
