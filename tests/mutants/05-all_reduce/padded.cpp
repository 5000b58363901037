// loses: edges; says: longest chunk
// Works on a copy that is padded with zeros to a multiple of N, and sends the padding too.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const std::size_t size = (buffer.size() + n - 1) / n;
  std::vector<float> padded(buffer.begin(), buffer.end());
  padded.resize(size * n, 0.0f);
  std::vector<float> in(size);
  for (int s = 0; s < 2 * (n - 1); ++s) {
    float* out = padded.data() + size * ((r - s + 2 * n) % n);
    float* sum = padded.data() + size * ((r - 1 - s + 2 * n) % n);
    comm.sendrecv({out, size}, (r + 1) % n, in, (r + n - 1) % n);
    for (std::size_t i = 0; i < size; ++i) sum[i] = s < n - 1 ? sum[i] + in[i] : in[i];
  }
  for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = padded[i];
}
