// Valid: one loop of 2(N-1) steps that adds in its first half, with blocking calls in even/odd
// order.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  const int right = (r + 1) % n;
  const int left = (r + n - 1) % n;
  int out = left;
  for (int s = 0; s < 2 * n - 2; ++s) {
    const int in = out == 0 ? n - 1 : out - 1;
    const Shard give = shard(buffer.size(), n, out);
    const Shard take = shard(buffer.size(), n, in);
    std::vector<float> arrived(take.end - take.begin);
    if (r % 2 == 0) {
      comm.send(buffer.subspan(give.begin, give.end - give.begin), right);
      comm.recv(arrived, left);
    } else {
      comm.recv(arrived, left);
      comm.send(buffer.subspan(give.begin, give.end - give.begin), right);
    }
    for (std::size_t i = 0; i < arrived.size(); ++i) {
      if (s < n - 1) {
        buffer[take.begin + i] += arrived[i];
      } else {
        buffer[take.begin + i] = arrived[i];
      }
    }
    out = in;
  }
}
