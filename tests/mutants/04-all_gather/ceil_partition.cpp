// loses: edges; says: ⌈n/N⌉ / the last ones shorter
// Rounds the size of a chunk up, so that the last chunks are short.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const std::size_t n = comm.size();
  const std::size_t r = comm.rank();
  const std::size_t size = (buffer.size() + n - 1) / n;
  const auto chunk = [&](std::size_t c) {
    const std::size_t begin = c * size < buffer.size() ? c * size : buffer.size();
    const std::size_t left = buffer.size() - begin;
    return buffer.subspan(begin, size < left ? size : left);
  };
  for (std::size_t s = 0; s + 1 < n; ++s) {
    comm.sendrecv(chunk((r + n - s) % n), (r + 1) % n, chunk((r + n - s - 1) % n), (r + n - 1) % n);
  }
}
