// Restores a trace from Chrome JSON: otherData is the header, each X record an event; all other
// records are derived from these and skipped. What does not belong is an input Error, never an
// event that would lead a reader of the trace out of its arrays.
#include <algorithm>
#include <future>
#include <limits>
#include <optional>
#include <thread>

#include "core/trace/check.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/chrome_fields.hpp"
#include "core/trace/json_damage.hpp"
#include "core/trace/json_value.hpp"

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

object zerolab_header(element root) {
  if (root.is_array()) {
    throw Fault{
        "a Chrome trace without a header (a bare list), not a zerolab trace; only a file "
        "that zerolab wrote holds what is needed to play it"};
  }
  const object file = to_object(root, "the file");
  element records;
  if (file["traceEvents"].get(records) != simdjson::SUCCESS) {
    throw Fault{"JSON, but no trace: 'traceEvents' is missing"};
  }
  object other_data;
  std::string_view format;
  if (file["otherData"].get(other_data) != simdjson::SUCCESS ||
      other_data["format"].get(format) != simdjson::SUCCESS || format != trace_format) {
    throw Fault{
        fmt::format("a Chrome trace, but not a zerolab trace: otherData.format is not "
                    "'{}'; only a file that zerolab wrote holds what is needed to play it",
                    trace_format)};
  }
  return other_data;
}

// The records of a file that is laid out as to_chrome_json does it, one a line, without building
// the whole document in memory first. None where the layout differs or anything is wrong: then the
// general way finds out what.
class RecordLines {
 public:
  explicit RecordLines(std::string_view json) : json_(json) {}

  std::optional<Trace> read() {
    constexpr std::string_view opening = ",\n\"traceEvents\":[\n";
    const std::size_t begin = json_.find(opening);
    const std::size_t end = json_.rfind("\n]}");
    if (begin == std::string_view::npos || end == std::string_view::npos ||
        end < begin + opening.size() ||
        json_.substr(end + 3).find_first_not_of('\n') != json_.npos) {
      return std::nullopt;
    }
    try {
      Trace trace;
      const std::string head = std::string(json_.substr(0, begin)) + ",\"traceEvents\":[]}";
      simdjson::dom::parser head_parser;
      element root;
      if (head_parser.parse(head).get(root) != simdjson::SUCCESS) return std::nullopt;
      trace.header = read_header(zerolab_header(root));
      if (!read_lines(begin + opening.size(), end, trace)) return std::nullopt;
      return trace;
    } catch (const Fault&) {
      return std::nullopt;
    }
  }

 private:
  // The lines [begin, end) in as many parts as there are cores, each by a thread of its own.
  bool read_lines(std::size_t begin, std::size_t end, Trace& trace) const {
    const std::size_t parts = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    std::vector<std::future<std::optional<std::vector<Event>>>> readers;
    for (std::size_t part = 0, from = begin; part < parts && from < end; ++part) {
      std::size_t to = end;
      if (part + 1 < parts) {
        to = std::min(json_.find('\n', from + (end - from) / (parts - part)), end);
      }
      readers.push_back(std::async(std::launch::async, [this, from, to, end, &trace] {
        return read_part(from, to, end, trace.header);
      }));
      from = to + 1;
    }
    bool whole = true;
    for (auto& reader : readers) {
      const auto events = reader.get();
      whole = whole && events;
      if (whole) trace.events.insert(trace.events.end(), events->begin(), events->end());
    }
    return whole && std::is_sorted(trace.events.begin(), trace.events.end(), comes_before);
  }

  // None where something is wrong. Every record is parsed, also those that are not read: a damaged
  // file must not pass.
  std::optional<std::vector<Event>> read_part(std::size_t begin, std::size_t part_end,
                                              std::size_t end, const TraceHeader& header) const
      try {
    simdjson::dom::parser parser(max_json_bytes);
    std::vector<Event> events;
    while (begin < part_end) {
      const std::size_t line_end = std::min(json_.find('\n', begin), end);
      const bool last = line_end == end;
      if (line_end - begin < 2 || json_[line_end - 1] != (last ? '}' : ',')) return std::nullopt;
      const std::size_t size = line_end - begin - (last ? 0 : 1);
      const bool padded = json_.size() - begin - size >= simdjson::SIMDJSON_PADDING;
      element value;
      if (parser.parse(json_.data() + begin, size, !padded).get(value) != simdjson::SUCCESS) {
        return std::nullopt;
      }
      const object record = to_object(value, "the record");
      if (to_text(member(record, "ph", "the record"), "ph") == "X") {
        events.push_back(read_event(record, header));
      }
      begin = line_end + 1;
    }
    return events;
  } catch (const Fault&) {
    return std::nullopt;
  }

  std::string_view json_;
};

}  // namespace

Trace parse_chrome_json(std::string_view json, std::string_view name) {
  if (auto trace = RecordLines(json).read()) return *std::move(trace);
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
    trace.header = read_header(zerolab_header(root));
    const object file = to_object(root, "the file");
    trace.events =
        read_events(to_array(member(file, "traceEvents", "the file"), "traceEvents"), trace.header);
    return trace;
  } catch (const Fault& fault) {
    throw input_error("cannot read {}: {}", name, fault.message);
  }
}

}  // namespace zerolab
