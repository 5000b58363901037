// Valid: after chunk c has gone out and chunk c-1 has come, the same again from c-1.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/04-all_gather/all_gather.hpp"

static void pass_on(Comm& comm, std::span<float> buffer, int c) {
  const int n = comm.size();
  if (c == (comm.rank() + 1) % n) return;
  const int next = (c + n - 1) % n;
  const Shard give = shard(buffer.size(), n, c);
  const Shard take = shard(buffer.size(), n, next);
  comm.sendrecv(buffer.subspan(give.begin, give.end - give.begin), (comm.rank() + 1) % n,
                buffer.subspan(take.begin, take.end - take.begin), (comm.rank() + n - 1) % n);
  pass_on(comm, buffer, next);
}

void all_gather(Comm& comm, std::span<float> buffer) {
  if (comm.size() > 1) pass_on(comm, buffer, comm.rank());
}
