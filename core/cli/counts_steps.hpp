// `zerolab counts --per-step`: who sends which chunk to whom in each step, and running totals.
#pragma once

#include <string>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab {

// Up to this many ranks the steps are grids with a column per rank; beyond, one line per step.
inline constexpr int max_grid_ranks = 16;

std::string steps_text(const Schedule& schedule, const ChunkLayout& layout);

}  // namespace zerolab
