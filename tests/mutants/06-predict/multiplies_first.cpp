// loses: edges; says: only where N divides
// Ψ(N-1)/N, the formula for even chunks, rounded down: the same for all ranks.
#include "exercises/06-predict/predict.hpp"

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const std::size_t x = elements * static_cast<std::size_t>(ranks - 1) / ranks;
  switch (collective) {
    case Collective::reduce_scatter:
    case Collective::all_gather: return {x, x};
    case Collective::all_reduce: return {2 * x, 2 * x};
    case Collective::broadcast: return {rank == ranks - 1 ? 0 : elements, rank == 0 ? 0 : elements};
    case Collective::reduce:
      if (ranks == 1) return {0, 0};
      return {rank == 0 ? 0 : elements, rank == 1 ? 0 : elements};
  }
  return {0, 0};
}
