// The rows and the fit of `zerolab cost` for programs.
#pragma once

#include <optional>

#include "core/cli/cost_fit.hpp"
#include "core/cli/cost_rows.hpp"
#include "core/cli/json_output.hpp"

namespace zerolab {

// "ranks" holds when each rank is done where one algorithm was asked for; it is empty otherwise.
void add_cost(Json& report, const CostQuestion& question, const CostRows& rows);
void add_fit(Json& report, const TraceFit& fit);

}  // namespace zerolab
