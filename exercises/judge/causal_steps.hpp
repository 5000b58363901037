// In which step of a logical clock each message of a run moves.
#pragma once

#include <vector>

#include "exercises/judge/decode.hpp"

namespace zerolab::exercises {

// One per message of `run`, from 0: at least its index on its link; later than what its source had
// received of the same elements before; no earlier than what its destination had sent of them, and
// later than what had arrived in them before. So a reader that lets the messages of a step move
// together, each reading what the last step left, sees the run's own chunks. Round a ring it is the
// index on the link.
std::vector<int> causal_steps(const DecodedRun& run);

}  // namespace zerolab::exercises
