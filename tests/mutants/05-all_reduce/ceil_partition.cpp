// loses: edges; says: ⌈n/N⌉ / the last ones shorter
// Rounds the size of a chunk up, so that the last chunks are short or empty.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const std::size_t n = comm.size();
  const std::size_t r = comm.rank();
  const std::size_t size = (buffer.size() + n - 1) / n;
  const auto chunk = [&](std::size_t c) {
    const std::size_t begin = c % n * size < buffer.size() ? c % n * size : buffer.size();
    const std::size_t left = buffer.size() - begin;
    return buffer.subspan(begin, size < left ? size : left);
  };
  for (std::size_t s = 0; s < 2 * (n - 1); ++s) {
    const std::span<float> sum = chunk(r + 3 * n - 2 - s);
    std::vector<float> in(sum.size());
    comm.sendrecv(chunk(r + 3 * n - 1 - s), (r + 1) % n, in, (r + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) sum[i] = s < n - 1 ? sum[i] + in[i] : in[i];
  }
}
