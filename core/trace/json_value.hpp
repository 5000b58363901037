// A value of a parsed JSON text that knows where it stands, so that what is wrong with it can be
// said: `Fault` is what the chrome_..._reader files throw among themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "core/base/error.hpp"
#include "core/trace/trace.hpp"

namespace zerolab {

inline constexpr std::size_t longest_quote = 40;  // bytes of a file's text in a message

struct Fault {
  std::string message;  // "otherData.units[2].elements: \"x\" is not a whole number"
};

// The value as a whole number from `low` to `high`, a text, a time (microseconds in the file,
// nanoseconds here), an object or an array. Each throws a Fault that opens with `where`.
std::int64_t to_integer(simdjson::dom::element value, std::string_view where, std::int64_t low,
                        std::int64_t high);
std::string_view to_text(simdjson::dom::element value, std::string_view where);
std::int64_t us_to_ns(simdjson::dom::element value, std::string_view where);
simdjson::dom::object to_object(simdjson::dom::element value, std::string_view where);
simdjson::dom::array to_array(simdjson::dom::element value, std::string_view where);

// The member `key` of `object`, which must be there.
simdjson::dom::element member(simdjson::dom::object object, std::string_view key,
                              std::string_view where);

// parse(text) for a parse_… function of ours, its Error made a Fault.
template <typename Parse>
auto to_enum(simdjson::dom::element value, std::string_view where, Parse parse) {
  const std::string_view name = to_text(value, where);
  try {
    return parse(name.substr(0, longest_quote));
  } catch (const Error& error) {
    throw Fault{fmt::format("{}: {}", where, error.what())};
  }
}

// Restores the header of a file (chrome_header_reader.cpp).
TraceHeader read_header(simdjson::dom::element root);

}  // namespace zerolab
