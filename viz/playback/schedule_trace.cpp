#include "viz/playback/schedule_trace.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/schedule/count.hpp"
#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

constexpr std::string_view no_clock = "none: a schedule, not a run";
constexpr std::int64_t step_ns = 1000;

TraceHeader header_of(const Schedule& schedule, const ChunkLayout& layout, DType dtype) {
  TraceHeader header;
  header.world_size = schedule.world_size;
  header.clock = no_clock;
  header.collectives.push_back({"", schedule.collective, schedule.algorithm, schedule.root,
                                layout.element_count, schedule.chunk_count, dtype});
  for (const Traffic& traffic : count_per_rank(schedule, layout)) {
    header.predicted.push_back({traffic.sent_elements, traffic.received_elements, {}, {}});
  }
  return header;
}

}  // namespace

Trace trace_of(const Schedule& schedule, std::size_t elements, DType dtype) {
  const ChunkLayout layout{elements, schedule.chunk_count};
  Trace trace{header_of(schedule, layout, dtype), {}};
  for (int rank = 0; rank < schedule.world_size; ++rank) {
    Event event;
    event.kind = EventKind::collective;
    event.rank = rank;
    event.collective_id = 0;
    event.elements = elements;
    event.bytes = elements * size_bytes(dtype);
    event.end = std::max(step_count(schedule), 1) * step_ns;
    trace.events.push_back(event);
  }
  for (const Transfer& transfer : schedule.transfers) {
    const Range range = layout.range(transfer.chunk);
    Event event;
    event.kind = EventKind::send;
    event.rank = transfer.source;
    event.peer = transfer.destination;
    event.collective_id = 0;
    event.step = transfer.step;
    event.chunk = transfer.chunk;
    event.slice = 0;
    event.offset = range.begin;
    event.elements = range.size();
    event.bytes = range.size() * size_bytes(dtype);
    event.combine = transfer.combine;
    event.posted = event.begin = transfer.step * step_ns;
    event.end = event.begin + step_ns;
    trace.events.push_back(event);
    event.kind = EventKind::receive;
    std::swap(event.rank, event.peer);
    trace.events.push_back(event);
  }
  std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
  return trace;
}

bool is_schedule_trace(const TraceHeader& header) {
  return header.clock == no_clock;
}

}  // namespace zerolab
