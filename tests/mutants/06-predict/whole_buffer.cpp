// loses: values; says: every chunk but one
// Ψ for every ring: forgets that a rank never sends, or receives, one of the chunks.
#include "exercises/06-predict/predict.hpp"

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  if (ranks == 1) return {0, 0};
  switch (collective) {
    case Collective::all_reduce: return {2 * elements, 2 * elements};
    case Collective::broadcast: return {rank < ranks - 1 ? elements : 0, rank > 0 ? elements : 0};
    case Collective::reduce: return {rank != 0 ? elements : 0, rank != 1 ? elements : 0};
    default: return {elements, elements};
  }
}
