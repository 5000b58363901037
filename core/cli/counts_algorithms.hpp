// The sentences of `zerolab counts` that differ from algorithm to algorithm.
#pragma once

#include <string>

#include "core/cli/counts_world.hpp"

namespace zerolab {

// "chunks of 3 and 2 elements", and on a second line, without its end, what else a reader needs:
// what c_r is where the formulas speak of it, or the chain of ranks.
std::string chunks_in_words(const WorldCounts& world);

// Whether the formulas speak of c_r, the elements that rank r owns.
bool formula_has_sizes(const WorldCounts& world);

// Whether all ranks move as much as each other, but for the sizes of chunks and the ends of a
// chain.
bool has_balanced_ranks(const WorldCounts& world);

// How the algorithm moves the buffer, for at least two ranks and one element. Lines are ended;
// empty for an algorithm that is not known.
std::string algorithm_meaning(const WorldCounts& world);

}  // namespace zerolab
