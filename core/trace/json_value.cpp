#include "core/trace/json_value.hpp"

#include <cmath>
#include <limits>

#include "core/trace/check.hpp"

namespace zerolab {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

std::string quote(element value) {
  switch (value.type()) {
    case element_type::ARRAY: return "an array";
    case element_type::OBJECT: return "an object";
    case element_type::BOOL: return "true or false";
    case element_type::NULL_VALUE: return "null";
    case element_type::STRING: {
      std::string_view text;
      if (value.get(text) != simdjson::SUCCESS) break;
      return fmt::format("the text '{}'{}", text.substr(0, longest_quote),
                         text.size() > longest_quote ? " …" : "");
    }
    case element_type::INT64:
    case element_type::UINT64:
    case element_type::DOUBLE: {
      double number = 0;
      if (value.get(number) != simdjson::SUCCESS) break;
      return fmt::format("{}", number);
    }
  }
  return "something else";
}

[[noreturn]] void refuse(element value, std::string_view where, std::string_view wanted) {
  throw Fault{fmt::format("{}: {} where {} belongs", where, quote(value), wanted)};
}

}  // namespace

std::int64_t to_integer(element value, std::string_view where, std::int64_t low,
                        std::int64_t high) {
  std::int64_t number = 0;
  if (value.get(number) != simdjson::SUCCESS) refuse(value, where, "a whole number");
  if (number < low || number > high) {
    throw Fault{fmt::format("{}: {}, it may be {} to {}", where, number, low, high)};
  }
  return number;
}

std::string_view to_text(element value, std::string_view where) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) refuse(value, where, "a text");
  return text;
}

std::int64_t us_to_ns(element value, std::string_view where) {
  double us = 0;
  if (value.get(us) != simdjson::SUCCESS) refuse(value, where, "a time in microseconds");
  // The difference of two times may be twice as long as a time.
  constexpr double limit_us = 2.0 * static_cast<double>(max_trace_time_ns) / 1000;
  if (!(std::abs(us) <= limit_us)) {
    throw Fault{fmt::format("{}: {} µs, it may be at most {}", where, us, limit_us)};
  }
  return std::llround(us * 1000);
}

simdjson::dom::object to_object(element value, std::string_view where) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) refuse(value, where, "an object");
  return object;
}

simdjson::dom::array to_array(element value, std::string_view where) {
  simdjson::dom::array array;
  if (value.get(array) != simdjson::SUCCESS) refuse(value, where, "an array");
  return array;
}

element member(simdjson::dom::object object, std::string_view key, std::string_view where) {
  element value;
  if (object[key].get(value) != simdjson::SUCCESS) {
    throw Fault{fmt::format("{}: '{}' is missing", where, key)};
  }
  return value;
}

}  // namespace zerolab
