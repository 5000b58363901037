// The definition of each collective: who has input, who is promised a result, and of what.
// A schedule's readers that check results share it; builders never ask.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// Whether `rank` has input of `chunk` at the start: everybody where sums are made; of all-gather
// the chunk's owner, of broadcast the root.
bool has_input(const Schedule& schedule, int rank, int chunk);

// Whether the collective says what `rank` holds of `chunk` at the end: everybody of everything, but
// of reduce-scatter the owner only, and of reduce the root.
bool is_promised(const Schedule& schedule, int rank, int chunk);

}  // namespace zerolab
