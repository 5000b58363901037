#include "core/trace/record_lines.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/trace/check.hpp"
#include "core/trace/chrome_fields.hpp"
#include "core/trace/json_value.hpp"
#include "core/trace/record_cursor.hpp"

namespace zerolab {

namespace {

constexpr std::string_view header_opening = "{\"otherData\":";
constexpr std::string_view records_opening = "\"traceEvents\":[";
constexpr std::string_view closing = "]}";
constexpr std::array all_combines{Combine::copy, Combine::add};

// A name of one of `all`.
template <typename Names>
bool take_name(RecordCursor& cursor, const Names& all, typename Names::value_type& value) {
  std::string_view name;
  if (!cursor.take_text(name)) return false;
  for (const auto candidate : all) {
    if (to_string(candidate) != name) continue;
    value = candidate;
    return true;
  }
  return false;
}

bool take_int(RecordCursor& cursor, int& value) {
  std::int64_t number = 0;
  if (!cursor.take_integer(number) || number > std::numeric_limits<int>::max()) return false;
  value = static_cast<int>(number);
  return true;
}

bool take_size(RecordCursor& cursor, std::size_t& value) {
  std::int64_t number = 0;
  if (!cursor.take_integer(number)) return false;
  value = static_cast<std::size_t>(number);
  return true;
}

// The arguments in the writer's order, up to their end.
bool take_arguments(RecordCursor& cursor, Event& event) {
  bool fits = true;
  bool after_comma = false;
  const auto value_of = [&](std::string_view key, const auto& take_value) {
    if (!fits || !cursor.take_key(key)) return;
    fits = take_value();
    after_comma = cursor.take(",");
    fits = fits && (after_comma || cursor.next_is('}'));
  };
  for (const auto& [key, value] : int_fields) {
    value_of(key, [&, value = value] { return take_int(cursor, event.*value); });
  }
  for (const auto& [key, value] : size_fields) {
    value_of(key, [&, value = value] { return take_size(cursor, event.*value); });
  }
  value_of("combine", [&] { return take_name(cursor, all_combines, event.combine); });
  value_of("category", [&] { return take_name(cursor, all_memory_categories, event.category); });
  value_of(posted_field, [&] { return cursor.take_us(event.posted); });
  return fits && !after_comma && cursor.take("}");
}

// What follows the phase of an X record, up to its end.
bool take_event(RecordCursor& cursor, Event& event) {
  int lane = 0;
  std::int64_t duration = 0;
  std::string_view name;
  if (!cursor.take(",\"pid\":") || !take_int(cursor, event.rank) ||  //
      !cursor.take(",\"tid\":") || !take_int(cursor, lane) ||        //
      !cursor.take(",\"ts\":") || !cursor.take_us(event.begin) ||    //
      !cursor.take(",\"dur\":") || !cursor.take_us(duration) ||      //
      !cursor.take(",\"cat\":") || !take_name(cursor, all_event_kinds, event.kind) ||
      !cursor.take(",\"name\":") || !cursor.take_text(name) || !cursor.take(",\"args\":{")) {
    return false;
  }
  event.end = event.begin + duration;
  event.posted = event.begin;
  return take_arguments(cursor, event) && cursor.take("}");
}

// The same of a record that is derived from events: a flow's, a counter's or a name's.
bool skip_record(RecordCursor& cursor, std::string_view phase) {
  std::int64_t number = 0;
  std::int64_t time = 0;
  std::string_view text;
  if (!cursor.take(",\"pid\":") || !cursor.take_integer(number) ||  //
      !cursor.take(",\"tid\":") || !cursor.take_integer(number)) {
    return false;
  }
  if (phase == "s" || phase == "f") {
    return cursor.take(",\"ts\":") && cursor.take_us(time) &&
           cursor.take(",\"cat\":\"transfer\",\"name\":\"transfer\",\"id\":") &&
           cursor.take_integer(number) && (phase == "s" || cursor.take(",\"bp\":\"e\"")) &&
           cursor.take("}");
  }
  if (phase == "C") {
    return cursor.take(",\"ts\":") && cursor.take_us(time) && cursor.take(",\"name\":") &&
           cursor.take_text(text) && cursor.take(",\"args\":{") && cursor.take_text(text) &&
           cursor.take(":") && cursor.take_integer(number) && cursor.take("}}");
  }
  return phase == "M" && cursor.take(",\"name\":") && cursor.take_text(text) &&
         cursor.take(",\"args\":{") && cursor.take_text(text) && cursor.take(":") &&
         (cursor.take_text(text) || cursor.take_integer(number)) && cursor.take("}}");
}

}  // namespace

RecordLines::Place RecordLines::read_header_line(std::string_view line) {
  if (header_.empty() && !line.starts_with(header_opening)) return Place::lost;
  if (line != records_opening) {
    header_.append(line) += '\n';
    return Place::header;
  }
  header_.append(records_opening) += closing;
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(header_).get(root) != simdjson::SUCCESS) return Place::lost;
  try {
    trace_.header = read_header(root);
  } catch (const Fault&) {
    return Place::lost;
  }
  return Place::records;
}

RecordLines::Place RecordLines::read_records(std::string_view& lines) {
  RecordCursor cursor(lines);
  while (!cursor.rest().empty()) {
    std::string_view phase;
    if (!cursor.take("{\"ph\":") || !cursor.take_text(phase)) return Place::lost;
    if (phase == "X") {
      Event& event = trace_.events.emplace_back();
      if (!take_event(cursor, event) || !event_fault(trace_.header, event).empty()) {
        return Place::lost;
      }
      const std::size_t count = trace_.events.size();
      if (count > 1 && comes_before(event, trace_.events[count - 2])) return Place::lost;
    } else if (!skip_record(cursor, phase)) {
      return Place::lost;
    }
    if (cursor.take(",\n")) continue;
    if (!cursor.take("\n")) return Place::lost;
    lines = cursor.rest();
    return Place::closing;
  }
  lines = {};
  return Place::records;
}

bool RecordLines::add(std::string_view lines) {
  if (!simdjson::validate_utf8(lines.data(), lines.size())) place_ = Place::lost;
  while (!lines.empty()) {
    switch (place_) {
      case Place::header: {
        const std::size_t size = std::min(lines.find('\n'), lines.size());
        place_ = read_header_line(lines.substr(0, size));
        lines.remove_prefix(std::min(size + 1, lines.size()));
        break;
      }
      case Place::records: place_ = read_records(lines); break;
      case Place::closing:
        place_ = lines.starts_with(closing) ? Place::end : Place::lost;
        lines.remove_prefix(std::min(closing.size(), lines.size()));
        break;
      case Place::end:
        if (lines.find_first_not_of('\n') != lines.npos) place_ = Place::lost;
        lines = {};
        break;
      case Place::lost: return false;
    }
  }
  return place_ != Place::lost;
}

std::optional<Trace> RecordLines::finish() {
  if (place_ != Place::end) return std::nullopt;
  return std::move(trace_);
}

}  // namespace zerolab
