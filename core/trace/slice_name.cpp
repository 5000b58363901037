#include "core/trace/slice_name.hpp"

#include <cstdint>
#include <iterator>

#include <fmt/format.h>

#include "core/base/units.hpp"

namespace zerolab {

namespace {

std::string_view trim(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

void append_number(std::string& text, std::string_view word, int number) {
  text += word;
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.size());
}

void append_move(std::string& text, std::string_view verb, const Event& event,
                 std::string_view arrow) {
  text += verb;
  if (event.chunk >= 0) append_number(text, " chunk ", event.chunk);
  text += arrow;
  append_number(text, "rank ", event.peer);
}

}  // namespace

SliceNames::SliceNames(const TraceHeader& header) : header_(header) {
  std::string_view rest = header.plan;
  while (!rest.empty()) {
    const std::size_t line_end = rest.find('\n');
    plan_lines_.push_back(trim(rest.substr(0, line_end)));
    rest = line_end == std::string_view::npos ? std::string_view() : rest.substr(line_end + 1);
  }
}

void SliceNames::append_operation(std::string& text, const Event& event) const {
  const auto line = static_cast<std::size_t>(event.plan_op);
  if (event.plan_op >= 0 && line < plan_lines_.size() && !plan_lines_[line].empty()) {
    text += plan_lines_[line];
    return;
  }
  text += "operation";
  if (event.plan_op >= 0) append_number(text, " ", event.plan_op);
  if (event.unit >= 0) {
    text += " of ";
    text += header_.units[static_cast<std::size_t>(event.unit)].name;
  }
}

void SliceNames::append_collective(std::string& text, const Event& event) const {
  if (event.collective_id < 0) {
    text += "collective";
    return;
  }
  const auto& info = header_.collectives[static_cast<std::size_t>(event.collective_id)];
  text += to_string(info.collective);
  if (!info.purpose.empty()) {
    text += ' ';
    text += info.purpose;
  }
}

void SliceNames::append(std::string& text, const Event& event) const {
  switch (event.kind) {
    case EventKind::operation: append_operation(text, event); return;
    case EventKind::collective: append_collective(text, event); return;
    case EventKind::send: append_move(text, "send", event, " → "); return;
    case EventKind::receive: append_move(text, to_string(event.combine), event, " ← "); return;
    case EventKind::memory:
      fmt::format_to(std::back_inserter(text), "{}: {}", to_string(event.category),
                     format_bytes(static_cast<std::int64_t>(event.bytes)));
      return;
  }
}

}  // namespace zerolab
