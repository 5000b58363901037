// What `zerolab counts --json` prints.
#pragma once

#include <vector>

#include "core/cli/counts_world.hpp"
#include "core/cli/json_output.hpp"

namespace zerolab {

// One world: its ranks are "ranks". Several: "ranks" is empty, and "worlds" has one object each.
Json counts_json(const std::vector<WorldCounts>& worlds);

// The transfers step by step, as objects of {source, destination, chunk, elements, combine}.
Json steps_json(const Schedule& schedule, const ChunkLayout& layout);

}  // namespace zerolab
