// loses: values; says: broadcast
// Lets the root of a broadcast send to everybody, and the root of a reduce receive from everybody.
#include "exercises/01-shard/shard.hpp"
#include "exercises/06-predict/predict.hpp"

static std::size_t chunk(std::size_t elements, int ranks, int c) {
  const Shard s = shard(elements, ranks, (c + ranks) % ranks);
  return s.end - s.begin;
}

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const std::size_t n = elements;
  const std::size_t own = chunk(n, ranks, rank);
  const std::size_t left = chunk(n, ranks, rank - 1);
  const std::size_t right = chunk(n, ranks, rank + 1);
  switch (collective) {
    case Collective::reduce_scatter: return {n - own, n - left};
    case Collective::all_gather: return {n - right, n - own};
    case Collective::all_reduce: return {2 * n - own - right, 2 * n - left - own};
    case Collective::broadcast: return rank == 0 ? Volume{n * (ranks - 1), 0} : Volume{0, n};
    case Collective::reduce: return rank == 0 ? Volume{0, n * (ranks - 1)} : Volume{n, 0};
  }
  return {0, 0};
}
