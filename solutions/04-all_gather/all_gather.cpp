// Exercise 4, solved: each chunk goes once round the ring and leaves a copy at every rank.
//
// A rank begins with its own chunk, the only one that it has. Then it passes on what has just
// arrived, which is the one thing that its right neighbour does not have yet.
//
//   step s = 0 … N-2:   rank r sends chunk r-s and receives chunk r-1-s
//
// Nothing is added, so a chunk can be received straight into its place. It is never the place that
// is being sent from: with N >= 2 chunks r-s and r-1-s are two.
#include "exercises/04-all_gather/all_gather.hpp"

#include "exercises/01-shard/shard.hpp"

namespace {

// Chunk `number`, counted round the ring: -1 is the last.
std::span<float> chunk_of(std::span<float> buffer, int number, int ranks) {
  const Shard part = shard(buffer.size(), ranks, (number + ranks) % ranks);
  return buffer.subspan(part.begin, part.end - part.begin);
}

}  // namespace

void all_gather(Comm& comm, std::span<float> buffer) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % ranks;
  const int left = (rank - 1 + ranks) % ranks;

  for (int step = 0; step < ranks - 1; ++step) {
    const std::span<float> outgoing = chunk_of(buffer, rank - step, ranks);
    const std::span<float> incoming = chunk_of(buffer, rank - 1 - step, ranks);
    comm.sendrecv(outgoing, right, incoming, left);
  }
}
