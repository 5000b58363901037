// The report of `zerolab offload` for programs.
#pragma once

#include "core/cli/json_output.hpp"
#include "core/cli/offload_rows.hpp"

namespace zerolab {

// Worlds in the order asked, each with its schemes; `ranks` lie inside these, as they have one list
// per scheme. Times in seconds per unit, bandwidths in bytes per second as run.
Json offload_json(const OffloadQuestion& question, const std::vector<OffloadRow>& rows);

}  // namespace zerolab
