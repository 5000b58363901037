// loses: deadlock; says: send first
// Lets odd ranks receive first only where N is even: with an odd N all send first.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const Shard out = shard(buffer.size(), n, (r - 1 - s + n) % n);
    const Shard in = shard(buffer.size(), n, (r - 2 - s + 2 * n) % n);
    std::vector<float> arrived(in.end - in.begin);
    const auto send = [&] {
      comm.send(buffer.subspan(out.begin, out.end - out.begin), (r + 1) % n);
    };
    const auto receive = [&] { comm.recv(arrived, (r + n - 1) % n); };
    if (n % 2 == 0 && r % 2 == 1) {
      receive();
      send();
    } else {
      send();
      receive();
    }
    for (std::size_t i = 0; i < arrived.size(); ++i) buffer[in.begin + i] += arrived[i];
  }
}
