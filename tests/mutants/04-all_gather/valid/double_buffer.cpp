// Valid: carries the travelling chunk in two buffers of its own, and copies it into place.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const Shard own = shard(buffer.size(), n, r);
  std::vector<float> out(buffer.begin() + own.begin, buffer.begin() + own.end);
  std::vector<float> in;
  int c = r;
  for (int s = 1; s < n; ++s) {
    c = c == 0 ? n - 1 : c - 1;
    const Shard place = shard(buffer.size(), n, c);
    in.resize(place.end - place.begin);
    comm.sendrecv(out, (r + 1) % n, in, (r - 1 + n) % n);
    for (std::size_t i = 0; i < in.size(); ++i) buffer[place.begin + i] = in[i];
    in.swap(out);
  }
}
