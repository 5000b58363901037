// The links that an algorithm confines itself to, by its name alone.
#pragma once

#include <vector>

#include "core/schedule/schedule.hpp"

namespace zerolab {

// To whom `rank` may send, by its algorithm's claim:
//   ring, chain         rank+1
//   bidirectional-ring  rank+1 and rank-1
//   hierarchical:g      the next place in its node, and the same place in the next node
// Empty: the algorithm makes no such claim, or is not known.
std::vector<int> neighbours(const Schedule& schedule, int rank);

}  // namespace zerolab
