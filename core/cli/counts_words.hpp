// The sentences of `zerolab counts`: what its numbers are, and what they mean.
#pragma once

#include <string>
#include <vector>

#include "core/cli/counts_world.hpp"

namespace zerolab {

// "reduce-scatter", "broadcast from rank 2", "reduce to rank 2".
std::string named(Collective collective, std::optional<int> root);

// What is counted: the collective, Ψ, N, the algorithm with its steps and chunks.
std::string heading_of(const WorldCounts& world);
std::string heading_of(const std::vector<WorldCounts>& worlds);

// What a rank moves each way on average over the ranks: "(N-1)Ψ/N".
std::string mean_formula(Collective collective);

// A few sentences after the tables, each line ended; with the verdict on the run where there is
// one.
std::string meaning_of(const WorldCounts& world);
std::string meaning_of(const std::vector<WorldCounts>& worlds);

}  // namespace zerolab
