// Restores a trace from Chrome JSON: otherData is the header, each X record an event; all other
// records are derived from these and skipped. What does not belong is an input Error, never an
// event that would lead a reader of the trace out of its arrays.
#include <algorithm>
#include <limits>

#include "core/trace/check.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/chrome_fields.hpp"
#include "core/trace/json_damage.hpp"
#include "core/trace/json_value.hpp"
#include "core/trace/record_lines.hpp"

namespace zerolab {

namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::int64_t max_int = std::numeric_limits<int>::max();

// One entry of args into the event. Entries that are none of ours are left alone: other programs
// may have added theirs.
void read_argument(std::string_view key, element value, Event& event) {
  for (const IntField& field : int_fields) {
    if (field.name != key) continue;
    event.*field.value = static_cast<int>(to_integer(value, key, -1, max_int));
    return;
  }
  for (const SizeField& field : size_fields) {
    if (field.name != key) continue;
    event.*field.value = static_cast<std::size_t>(
        to_integer(value, key, 0, std::numeric_limits<std::int64_t>::max()));
    return;
  }
  if (key == "combine") event.combine = to_enum(value, key, parse_combine);
  if (key == "category") event.category = to_enum(value, key, parse_memory_category);
  if (key == posted_field) event.posted = us_to_ns(value, key);
}

void read_arguments(object args, Event& event) {
  try {
    for (const auto& [key, value] : args) read_argument(key, value, event);
  } catch (const Fault& fault) {
    throw Fault{"args." + fault.message};
  }
}

Event read_event(object record, const TraceHeader& header) {
  Event event;
  event.kind = to_enum(member(record, "cat", "an X record"), "cat", parse_event_kind);
  event.rank = static_cast<int>(
      to_integer(member(record, "pid", "an X record"), "pid", 0, header.world_size - 1));
  event.begin = us_to_ns(member(record, "ts", "an X record"), "ts");
  event.end = event.begin + us_to_ns(member(record, "dur", "an X record"), "dur");
  event.posted = event.begin;
  read_arguments(to_object(member(record, "args", "an X record"), "args"), event);
  const std::string fault = event_fault(header, event);
  if (!fault.empty()) throw Fault{fault};
  return event;
}

std::vector<Event> read_events(simdjson::dom::array records, const TraceHeader& header) {
  std::vector<Event> events;
  std::size_t index = 0;
  for (const element value : records) {
    try {
      const object record = to_object(value, "the record");
      if (to_text(member(record, "ph", "the record"), "ph") == "X") {
        events.push_back(read_event(record, header));
      }
    } catch (const Fault& fault) {
      throw Fault{
          fmt::format("traceEvents[{}]: {}; the header and {} events before it could be "
                      "read",
                      index, fault.message, events.size())};
    }
    ++index;
  }
  // Another program may have rewritten the file.
  if (!std::is_sorted(events.begin(), events.end(), comes_before)) {
    std::stable_sort(events.begin(), events.end(), comes_before);
  }
  return events;
}

}  // namespace

Trace parse_chrome_json(std::string_view json, std::string_view name) {
  RecordLines lines;
  if (lines.add(json)) {
    if (auto trace = lines.finish()) return *std::move(trace);
  }
  simdjson::dom::parser parser(max_json_bytes);
  element root;
  const simdjson::error_code error = parser.parse(json.data(), json.size()).get(root);
  if (error != simdjson::SUCCESS) {
    const JsonDamage damage = find_damage(json);
    throw input_error("cannot read {}: not valid JSON, {}; {} whole records lie before it", name,
                      damage.reason.empty() ? simdjson::error_message(error) : damage.reason,
                      damage.records_before);
  }
  try {
    Trace trace;
    trace.header = read_header(root);
    const object file = to_object(root, "the file");
    trace.events =
        read_events(to_array(member(file, "traceEvents", "the file"), "traceEvents"), trace.header);
    return trace;
  } catch (const Fault& fault) {
    throw input_error("cannot read {}: {}", name, fault.message);
  }
}

}  // namespace zerolab
