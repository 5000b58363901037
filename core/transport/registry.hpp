// The transports of this build, by name.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "core/transport/transport.hpp"

namespace zerolab {

using RankMain = std::function<void(Transport&)>;

// "threads".
std::vector<std::string_view> transport_names();

// Throws an input Error for an unknown transport or a world size that it does not offer: to find
// out before a run has printed or written anything.
void check_ranks(std::string_view transport, int world_size);

// Runs `rank_main` once for every rank 0 … world_size-1, each on a transport of its own, and
// returns when all have ended. If any threw, the first exception (in time) is rethrown, after all
// the others have been stopped. Checks as check_ranks does.
void run_ranks(std::string_view transport, int world_size, const RankMain& rank_main);

}  // namespace zerolab
