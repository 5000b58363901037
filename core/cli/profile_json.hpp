// zerolab profile --json.
#pragma once

#include "core/cli/json_output.hpp"
#include "core/cli/profile_report.hpp"

namespace zerolab {

Json profile_json(const OwnReport& report);
Json profile_json(const KinetoReport& report);

}  // namespace zerolab
