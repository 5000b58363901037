#include "core/cli/json_output.hpp"

#include <cstdio>

#include <fmt/core.h>

namespace zerolab {

Json json_report(std::string_view command) {
  return {{"schema", "zerolab/1"},
          {"command", command},
          {"config", Json::object()},
          {"ranks", Json::array()}};
}

Json compared(std::optional<std::int64_t> measured, std::int64_t predicted) {
  return {{"measured", measured ? Json(*measured) : Json()}, {"predicted", predicted}};
}

void print_json(const Json& report) {
  fmt::print("{}\n", report.dump(2));
}

}  // namespace zerolab
