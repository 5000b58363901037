// Exercise 6, solved: the buffer, less one chunk.
//
// Round a ring every rank sends N-1 chunks of N and receives N-1. So each answer is the whole
// buffer less the one chunk that does not pass:
//
//                    never sent by r                       never received by r
//   reduce_scatter   c_r: it ends here                     c_(r-1): it starts on rank r
//   all_gather       c_(r+1): the right one has it         c_r: it starts here
//
// With even chunks all of these are n(N-1)/N; with uneven ones ranks differ by an element. In a
// chain every rank but the ends receives the buffer once and sends it once.
#include "exercises/06-predict/predict.hpp"

#include "exercises/01-shard/shard.hpp"

namespace {

// The elements of chunk `number`, counted round the ring: -1 is the last, `ranks` the first.
std::size_t chunk_size(std::size_t elements, int ranks, int number) {
  const Shard part = shard(elements, ranks, (number + ranks) % ranks);
  return part.end - part.begin;
}

}  // namespace

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  if (ranks == 1) return {0, 0};
  const std::size_t left = chunk_size(elements, ranks, rank - 1);
  const std::size_t own = chunk_size(elements, ranks, rank);
  const std::size_t right = chunk_size(elements, ranks, rank + 1);
  const bool is_root = rank == 0;
  switch (collective) {
    case Collective::reduce_scatter: return {elements - own, elements - left};
    case Collective::all_gather: return {elements - right, elements - own};
    case Collective::all_reduce: return {2 * elements - own - right, 2 * elements - left - own};
    case Collective::broadcast: {  // 0 -> 1 -> ... -> N-1
      const bool is_last = rank == ranks - 1;
      return {is_last ? 0 : elements, is_root ? 0 : elements};
    }
    case Collective::reduce: {  // 1 -> 2 -> ... -> N-1 -> 0
      const bool is_first = rank == 1;
      return {is_root ? 0 : elements, is_first ? 0 : elements};
    }
  }
  return {0, 0};
}
