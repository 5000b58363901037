// The one shape of every --json output:
//   {"schema": "zerolab/1", "command": …, "config": {…},
//    "ranks": [{"rank": 0, "sent_elements": {"measured": 7, "predicted": 7}, …}, …], …}
// A number that was not measured is null. Whole numbers are written whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace zerolab {

using Json = nlohmann::ordered_json;

// {"schema": …, "command": command, "config": {}, "ranks": []}
Json json_report(std::string_view command);

// {"measured": …, "predicted": …}
Json compared(std::optional<std::int64_t> measured, std::int64_t predicted);

// Writes the object and a newline to standard output.
void print_json(const Json& report);

}  // namespace zerolab
