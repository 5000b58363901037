// loses: values; says: added up / two numbers
// Adds up what goes out and what comes in: for N = 8 the famous 14Ψ/8 of a reduce-scatter.
#include "exercises/01-shard/shard.hpp"
#include "exercises/06-predict/predict.hpp"

static std::size_t chunk(std::size_t elements, int ranks, int c) {
  const Shard s = shard(elements, ranks, (c + ranks) % ranks);
  return s.end - s.begin;
}

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const std::size_t n = elements;
  const auto both = [](std::size_t out, std::size_t in) { return Volume{out + in, out + in}; };
  const std::size_t own = chunk(n, ranks, rank);
  const std::size_t left = chunk(n, ranks, rank - 1);
  const std::size_t right = chunk(n, ranks, rank + 1);
  switch (collective) {
    case Collective::reduce_scatter: return both(n - own, n - left);
    case Collective::all_gather: return both(n - right, n - own);
    case Collective::all_reduce: return both(2 * n - own - right, 2 * n - left - own);
    case Collective::broadcast: return {rank < ranks - 1 ? n : 0, rank > 0 ? n : 0};
    case Collective::reduce: return {rank != 0 ? n : 0, rank != 1 && ranks > 1 ? n : 0};
  }
  return {0, 0};
}
