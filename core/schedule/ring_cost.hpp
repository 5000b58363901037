// The recurrence of cost.hpp for the ring, without its 2N(N-1) transfers: a schedule of 4,096 ranks
// would have 33 million. In each step every rank sends one chunk to the next, so that a step is two
// loops over the ranks, and no two messages of a step share a wire, however ranks lie on nodes.
#pragma once

#include <vector>

#include "core/schedule/network.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab {

// [rank]: when each is done, in seconds; number for number what the schedule of ring.hpp gives. The
// chunks, as many as ranks, have `chunk_bytes`. Reduce-scatter, all-gather or all-reduce.
std::vector<double> ring_times(Collective collective, const std::vector<double>& chunk_bytes,
                               const Network& network);

}  // namespace zerolab
