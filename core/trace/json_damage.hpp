// Where and why a text is not the JSON of a trace. Slow but telling: run only when the fast parser
// has refused the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zerolab {

// What the fast parser (simdjson) takes.
inline constexpr std::size_t max_json_bytes = 0xffffffff;
inline constexpr std::size_t max_json_depth = 1024;

struct JsonDamage {
  std::string reason;              // with the byte's number where it is known; empty: none found
  std::size_t records_before = 0;  // whole records of traceEvents in front of it
};

JsonDamage find_damage(std::string_view json);

}  // namespace zerolab
