// Exercise 3, solved: each chunk goes once round the ring and is added into at every rank.
//
// Chunk c must end on rank c. It makes N-1 hops to the right, so it starts one place further, on
// rank c+1; put the other way round, rank r sends chunk r-1 first. The sum that has arrived at the
// end of one step is what leaves in the next: the chunk's number goes down by one each step.
//
//   step s = 0 … N-2:   rank r sends chunk r-1-s, receives chunk r-2-s and adds it to its own
//
// In the last step, s = N-2, rank r receives chunk r-N = r: its own, with all others' numbers in
// it.
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

#include <vector>

#include "exercises/01-shard/shard.hpp"

namespace {

// Chunk `number`, counted round the ring: -1 is the last.
std::span<float> chunk_of(std::span<float> buffer, int number, int ranks) {
  const Shard part = shard(buffer.size(), ranks, (number + ranks) % ranks);
  return buffer.subspan(part.begin, part.end - part.begin);
}

}  // namespace

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % ranks;
  const int left = (rank - 1 + ranks) % ranks;

  std::vector<float> arrived;
  for (int step = 0; step < ranks - 1; ++step) {
    const std::span<float> outgoing = chunk_of(buffer, rank - 1 - step, ranks);
    const std::span<float> incoming = chunk_of(buffer, rank - 2 - step, ranks);

    // Not straight into `incoming`: that holds our own numbers, which are still to be added.
    arrived.resize(incoming.size());
    comm.sendrecv(outgoing, right, arrived, left);
    for (std::size_t i = 0; i < incoming.size(); ++i) {
      incoming[i] += arrived[i];
    }
  }
}
