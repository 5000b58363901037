// Valid: an all-reduce is a reduce-scatter and an all-gather, and what a rank receives is what its
// left neighbour sends.
#include "exercises/01-shard/shard.hpp"
#include "exercises/06-predict/predict.hpp"

static std::size_t sent(Collective collective, std::size_t elements, int ranks, int rank) {
  const auto without = [&](int chunk) {
    const Shard s = shard(elements, ranks, chunk % ranks);
    return elements - (s.end - s.begin);
  };
  switch (collective) {
    case Collective::reduce_scatter: return without(rank);
    case Collective::all_gather: return without(rank + 1);
    case Collective::all_reduce: return without(rank) + without(rank + 1);
    case Collective::broadcast: return rank == ranks - 1 ? 0 : elements;
    case Collective::reduce: return rank == 0 ? 0 : elements;
  }
  return 0;
}

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const int left = rank == 0 ? ranks - 1 : rank - 1;
  return {sent(collective, elements, ranks, rank), sent(collective, elements, ranks, left)};
}
