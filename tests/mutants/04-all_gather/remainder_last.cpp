// loses: edges; says: the remainder in the last
// All chunks are n/N long, and the last one takes what is left over.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const std::size_t size = buffer.size() / n;
  const auto chunk = [&](int c) {
    return c == n - 1 ? buffer.subspan(c * size) : buffer.subspan(c * size, size);
  };
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(chunk((r - s + n) % n), (r + 1) % n, chunk((r - s - 1 + n) % n), (r - 1 + n) % n);
  }
}
