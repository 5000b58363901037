// loses: edges; says: empty chunk
// Leaves out the messages of empty chunks, so that the steps of a rank are no longer N-1.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  const int n = comm.size();
  const int r = comm.rank();
  for (int s = 0; s < n - 1; ++s) {
    const Shard out = shard(buffer.size(), n, (r - s + n) % n);
    const Shard in = shard(buffer.size(), n, (r - s - 1 + n) % n);
    const std::span<float> give = buffer.subspan(out.begin, out.end - out.begin);
    const std::span<float> take = buffer.subspan(in.begin, in.end - in.begin);
    if (!give.empty() && !take.empty()) {
      comm.sendrecv(give, (r + 1) % n, take, (r - 1 + n) % n);
    } else if (!give.empty()) {
      comm.send(give, (r + 1) % n);
    } else if (!take.empty()) {
      comm.recv(take, (r - 1 + n) % n);
    }
  }
}
