// The one place that knows which algorithms exist for which collective.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/schedule/schedule.hpp"

namespace zerolab {

// The largest world size that a schedule is built for: a ring all-reduce then has 8.4 million
// transfers, one of twice as many chunks twice as many.
inline constexpr int max_schedule_ranks = 2048;

// The algorithms for a collective, each of which can be built for every world size; the first is
// the default.
std::vector<std::string_view> algorithms_for(Collective collective);

// `algorithm` is one of those, or "hierarchical:g" with g ranks per node. Without g a hierarchical
// schedule has nodes of default_ranks_per_node; the schedule's own `algorithm` always says g.
//
// Throws an input Error for a world size outside 1 … max_schedule_ranks, an algorithm that the
// collective does not have, nodes that do not divide the world, or a root that is missing,
// superfluous or not a rank.
Schedule build_schedule(Collective collective, std::string_view algorithm, int world_size,
                        std::optional<int> root = std::nullopt);

// With the default algorithm.
Schedule build_schedule(Collective collective, int world_size,
                        std::optional<int> root = std::nullopt);

}  // namespace zerolab
