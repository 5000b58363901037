// The rows of `zerolab cost` for people.
#pragma once

#include <string>

#include "core/cli/cost_rows.hpp"

namespace zerolab {

// Heading, table, formulas, crossovers, and what they mean.
std::string cost_text(const CostQuestion& question, const CostRows& rows);

}  // namespace zerolab
