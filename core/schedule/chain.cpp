#include "core/schedule/chain.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// Hop 0 leaves `first`; every chunk passes every hop.
Schedule chain(Collective collective, int world_size, int root, int first, int chunk_count,
               Combine combine) {
  require(world_size >= 1 && chunk_count >= 1, "a chain has at least one rank and one chunk");
  require(root >= 0 && root < world_size, "the root is one of the ranks");
  Schedule schedule{collective, "chain", world_size, chunk_count, root, {}};
  const int hops = world_size - 1;
  for (int step = 0; step < hops + chunk_count - 1; ++step) {
    for (int hop = std::max(0, step - chunk_count + 1); hop <= std::min(step, hops - 1); ++hop) {
      const int source = (first + hop) % world_size;
      const int destination = (source + 1) % world_size;
      schedule.transfers.push_back({step, source, destination, step - hop, combine});
    }
  }
  return schedule;
}

}  // namespace

Schedule chain_broadcast(int world_size, int root, int chunk_count) {
  return chain(Collective::broadcast, world_size, root, root, chunk_count, Combine::copy);
}

Schedule chain_reduce(int world_size, int root, int chunk_count) {
  return chain(Collective::reduce, world_size, root, (root + 1) % world_size, chunk_count,
               Combine::add);
}

}  // namespace zerolab
