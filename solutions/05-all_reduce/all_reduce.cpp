// Exercise 5, solved: sum up round the ring, then pass the sums round it.
//
// Calling reduce_scatter and then all_gather is the same and shorter. Here are both loops in one
// place, because it is the loop that one finds in libraries: 2(N-1) steps, in which each rank sends
// 2(N-1)/N of the buffer. However many ranks there are, that is less than twice the buffer; sending
// everything to one rank and back would cost that rank 2(N-1) buffers.
//
//   first loop    rank r sends chunk r-1-s, and adds chunk r-2-s    (chunk r is summed on rank r)
//   second loop   rank r sends chunk r-s, and copies chunk r-1-s    (it begins with chunk r)
//
// All ranks get the same bits: each sum is made once, in one order, and then only copied.
#include "exercises/05-all_reduce/all_reduce.hpp"

#include <vector>

#include "exercises/01-shard/shard.hpp"

namespace {

// Chunk `number`, counted round the ring: -1 is the last. Chunks may be empty, where there are
// fewer elements than ranks; they are sent like any other, so that all ranks stay in step.
std::span<float> chunk_of(std::span<float> buffer, int number, int ranks) {
  const Shard part = shard(buffer.size(), ranks, (number + ranks) % ranks);
  return buffer.subspan(part.begin, part.end - part.begin);
}

}  // namespace

void all_reduce(Comm& comm, std::span<float> buffer) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const int right = (rank + 1) % ranks;
  const int left = (rank - 1 + ranks) % ranks;

  std::vector<float> arrived;
  for (int step = 0; step < ranks - 1; ++step) {
    const std::span<float> outgoing = chunk_of(buffer, rank - 1 - step, ranks);
    const std::span<float> incoming = chunk_of(buffer, rank - 2 - step, ranks);
    arrived.resize(incoming.size());
    comm.sendrecv(outgoing, right, arrived, left);
    for (std::size_t i = 0; i < incoming.size(); ++i) {
      incoming[i] += arrived[i];
    }
  }
  for (int step = 0; step < ranks - 1; ++step) {
    const std::span<float> outgoing = chunk_of(buffer, rank - step, ranks);
    const std::span<float> incoming = chunk_of(buffer, rank - 1 - step, ranks);
    comm.sendrecv(outgoing, right, incoming, left);
  }
}
