// One thing that happened on one rank. A trace is the header and these, identical for all readers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/names.hpp"

namespace zerolab {

enum class EventKind {
  operation,   // a plan operation, from begin to end; lane compute
  collective,  // one rank's part of a collective, inside its operation; lane compute
  send,        // one slice of a transfer, at its source; lane send
  receive,     // the same slice at its destination; lane receive
  memory       // a category's bytes changed; lane memory, begin == end
};

inline constexpr std::array all_event_kinds{EventKind::operation, EventKind::collective,
                                            EventKind::send, EventKind::receive, EventKind::memory};

std::string_view to_string(EventKind kind);

// Throws an input Error that lists the names it knows.
EventKind parse_event_kind(std::string_view name);

// A field that says nothing for a kind keeps its default. -1 means "none" for all numbers.
struct Event {
  EventKind kind = EventKind::operation;
  int rank = 0;
  int peer = -1;           // send, receive: the other rank
  int train_step = -1;     // from 0
  int plan_op = -1;        // index into the StepPlan's operations
  int micro_step = -1;     // from 0
  int unit = -1;           // index into the header's units
  int collective_id = -1;  // index into the header's collectives, the same on all ranks
  int step = -1;           // of the schedule
  int chunk = -1;
  int slice = -1;  // a large chunk moves in slices, numbered from 0
  // Send, receive: where the slice starts in the collective's buffer, in elements.
  std::size_t offset = 0;
  std::size_t elements = 0;  // send, receive: of this slice
  std::size_t bytes = 0;     // send, receive: of this slice; memory: what the category holds now
  Combine combine = Combine::copy;                       // send, receive
  MemoryCategory category = MemoryCategory::parameters;  // memory
  std::int64_t posted = 0;  // send, receive: when the rank asked for it; else equal to begin
  std::int64_t begin = 0;   // nanoseconds since the trace's start
  std::int64_t end = 0;     // begin <= end; posted <= begin

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace zerolab
