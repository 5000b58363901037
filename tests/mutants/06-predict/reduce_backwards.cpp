// loses: values; says: reduce
// Takes the reduce for the broadcast run backwards, N-1 … 1, 0: here it begins with rank 1.
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
    case Collective::broadcast: return {rank < ranks - 1 ? n : 0, rank > 0 ? n : 0};
    case Collective::reduce: return {rank > 0 ? n : 0, rank < ranks - 1 ? n : 0};
  }
  return {0, 0};
}
