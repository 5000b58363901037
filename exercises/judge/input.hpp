// The numbers that a run starts with, and the words around them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/range.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

// Element `element` of what `rank` has: of its buffer, of `mine`, or of the tensors laid end to
// end. In exercise 7 every input is a whole multiple of N, so that the average is exact whether the
// student divides before or after the sum.
float input_value(const Case& run, int rank, std::size_t element);

// What must not be read: a NaN, which spreads into every result that it touches.
float unreadable();

// A guard word is a NaN too, each with bits of its own: a signalling one, so that adding to it
// changes its bits (the sum is a quiet NaN).
float guard_word(const Case& run, int rank, std::size_t place_in_block);

// What the seed and the exercise make of all random numbers of a run.
std::uint64_t input_key(const Case& run);

// The factor of every input: N in exercise 7, else 1.
float input_scale(const Case& run);

// All that a rank's chunks are cut from, as one buffer: the buffer, the tensors laid end to end; of
// exercise 2 N buffers of `elements`, one per rank, of which rank r has its own and its left
// neighbour's (elsewhere NaN). `block` is as in case.hpp.
std::size_t buffer_elements(const Case& run);
std::vector<float> buffer_of(const Case& run, int rank, const std::vector<float>& block);

// That buffer before the call.
std::vector<float> input_buffer(const Case& run, int rank);

}  // namespace zerolab::exercises
