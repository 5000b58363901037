// loses: edges; says: who gets the remainder
// All chunks are n/N long: the elements that are left over are in none.
#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const std::size_t size = buffer.size() / n;
  for (int s = 0; s < n - 1; ++s) {
    comm.sendrecv(buffer.subspan(((r - s + n) % n) * size, size), (r + 1) % n,
                  buffer.subspan(((r - s - 1 + n) % n) * size, size), (r - 1 + n) % n);
  }
}
