// loses: values; says: elements
// Counts messages where elements were asked for.
#include "exercises/06-predict/predict.hpp"

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const std::size_t steps = elements == 0 ? 0 : ranks - 1;
  if (collective == Collective::all_reduce) return {2 * steps, 2 * steps};
  if (collective == Collective::broadcast) {
    return {rank < ranks - 1 ? 1u : 0u, rank > 0 ? 1u : 0u};
  }
  if (collective == Collective::reduce) {
    return {rank > 0 ? 1u : 0u, rank != 1 && ranks > 1 ? 1u : 0u};
  }
  return {steps, steps};
}
