// The names of EventKind, written and read.
#include <string>

#include "core/base/error.hpp"
#include "core/trace/event.hpp"

namespace zerolab {

std::string_view to_string(EventKind kind) {
  switch (kind) {
    case EventKind::operation: return "operation";
    case EventKind::collective: return "collective";
    case EventKind::send: return "send";
    case EventKind::receive: return "receive";
    case EventKind::memory: return "memory";
  }
  throw InvariantError("an EventKind without a name");
}

EventKind parse_event_kind(std::string_view name) {
  std::string known;
  for (const EventKind kind : all_event_kinds) {
    if (to_string(kind) == name) return kind;
    if (!known.empty()) known += ", ";
    known += to_string(kind);
  }
  throw input_error("unknown kind of event '{}': it may be {}", name, known);
}

}  // namespace zerolab
