// Inputs whose sums are exact in every type, and the count of results that differ from them: the
// "#wrong" of a benchmark.
//
// Rank r's input at element i is a whole number from 0 to ⌊256/N⌋ that depends on r and on i modulo
// 1009, a prime, so that elements of different chunks or slices rarely agree. Sums of N of them,
// and all partial sums, are whole numbers up to 256, which even bfloat16 with its 8 bits of
// precision holds exactly: a wrong value is a wrong transfer, never rounding. Where a rank gives no
// input its buffer holds −1, which must be overwritten and never added.
#pragma once

#include <cstdint>

#include "core/base/names.hpp"
#include "core/base/range.hpp"
#include "core/device/typed_span.hpp"

namespace zerolab {

// Which collective ran, and among whom. `root` is read for broadcast and reduce alone.
struct CheckedCollective {
  Collective collective = Collective::all_reduce;
  int world_size = 1;  // 1 … 256
  int root = 0;
  int chunk_count = 1;  // of the schedule; read for reduce-scatter and all-gather, k·N with k >= 1
};

// Which elements of its buffer a rank gives, and which the collective promises it; either may be
// empty. With k·N chunks the k from k·r on are rank r's.
Range input_of(const CheckedCollective& checked, int rank, std::size_t elements);
Range result_of(const CheckedCollective& checked, int rank, std::size_t elements);

// Sets the whole buffer: the rank's input where it gives one, −1 elsewhere.
void fill_with_input(const CheckedCollective& checked, int rank, TypedSpan buffer);

// How many of the elements in result_of() are not what the collective promises.
std::int64_t count_wrong(const CheckedCollective& checked, int rank, TypedSpan buffer);

}  // namespace zerolab
