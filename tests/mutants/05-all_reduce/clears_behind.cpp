// loses: memory; says: past the end
// A loop that ends with <= writes one element behind the buffer.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  std::vector<float> work(buffer.size() + 1, 0.0f);
  for (std::size_t i = 0; i < buffer.size(); ++i) work[i] = buffer[i];
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const Shard out = shard(buffer.size(), n, (r - s + 2 * n) % n);
    const Shard in = shard(buffer.size(), n, (r - 1 - s + 2 * n) % n);
    std::vector<float> arrived(in.end - in.begin);
    comm.sendrecv({work.data() + out.begin, out.end - out.begin}, (r + 1) % n, arrived,
                  (r - 1 + n) % n);
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      work[in.begin + i] = s < n - 1 ? work[in.begin + i] + arrived[i] : arrived[i];
    }
  }
  float* result = buffer.data();
  for (std::size_t i = 0; i <= buffer.size(); ++i) result[i] = work[i];
}
