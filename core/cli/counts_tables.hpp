// The tables of `zerolab counts`, with their sentences (counts_words.hpp).
#pragma once

#include <string>
#include <vector>

#include "core/cli/counts_world.hpp"

namespace zerolab {

// One world: a row per rank, sent and received in two tables, and what the numbers mean.
// `steps` (counts_steps.hpp) comes after the heading; it may be empty.
std::string world_tables(const WorldCounts& world, const std::string& steps);

// Several worlds of one collective: a row per world, and where the paper's Ψ comes from.
std::string worlds_table(const std::vector<WorldCounts>& worlds);

}  // namespace zerolab
