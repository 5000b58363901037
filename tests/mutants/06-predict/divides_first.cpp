// loses: edges; says: only where N divides
// Ψ/N·(N-1) in whole numbers: all chunks are taken for equally long, and the remainder is lost.
#include "exercises/06-predict/predict.hpp"

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const std::size_t once = elements / ranks * (ranks - 1);
  if (collective == Collective::all_reduce) return {2 * once, 2 * once};
  if (collective == Collective::broadcast) {
    return {rank + 1 < ranks ? elements : 0, rank > 0 ? elements : 0};
  }
  if (collective == Collective::reduce) {
    return {rank > 0 ? elements : 0, rank != 1 && ranks > 1 ? elements : 0};
  }
  return {once, once};
}
