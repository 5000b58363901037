#include "core/trace/check.hpp"

#include <limits>
#include <utility>

#include <fmt/core.h>

namespace zerolab {

namespace {

constexpr std::size_t max_size = std::numeric_limits<std::int64_t>::max();

std::string collective_fault(const TraceHeader& header, const CollectiveInfo& info) {
  if (info.chunk_count < 1 || info.chunk_count > max_trace_chunk_count) {
    return fmt::format("chunk_count {}: it may be 1 to {}", info.chunk_count,
                       max_trace_chunk_count);
  }
  if (info.root && (*info.root < 0 || *info.root >= header.world_size)) {
    return fmt::format("root {}: the ranks are 0 to {}", *info.root, header.world_size - 1);
  }
  if (info.element_count > max_size) {
    return fmt::format("element_count {}: beyond 63 bits", info.element_count);
  }
  return {};
}

// `value` is an index below `count`, or -1 for none.
std::string index_fault(const char* field, int value, std::size_t count, const char* of_what) {
  if (value >= -1 && (value < 0 || static_cast<std::size_t>(value) < count)) return {};
  return fmt::format("{} {}: the header has {} {}", field, value, count, of_what);
}

std::string times_fault(const Event& event) {
  for (const std::int64_t time : {event.posted, event.begin, event.end}) {
    if (time < -max_trace_time_ns || time > max_trace_time_ns) {
      return fmt::format("time {} ns: more than {} ns from the trace's start", time,
                         max_trace_time_ns);
    }
  }
  if (event.posted > event.begin) {
    return fmt::format("posted {} ns: after the begin, {} ns", event.posted, event.begin);
  }
  if (event.end < event.begin) {
    return fmt::format("end {} ns: before the begin, {} ns", event.end, event.begin);
  }
  return {};
}

std::string sizes_fault(const TraceHeader& header, const Event& event) {
  if (event.elements > max_size) return fmt::format("elements {}: beyond 63 bits", event.elements);
  if (event.offset > max_size) return fmt::format("offset {}: beyond 63 bits", event.offset);
  if (event.bytes > max_size) return fmt::format("bytes {}: beyond 63 bits", event.bytes);
  if (event.collective_id < 0) return {};

  const auto& collective = header.collectives[static_cast<std::size_t>(event.collective_id)];
  if (event.chunk >= collective.chunk_count) {
    return fmt::format("chunk {}: collective {} has {} chunks", event.chunk, event.collective_id,
                       collective.chunk_count);
  }
  const bool moves = event.kind == EventKind::send || event.kind == EventKind::receive;
  if (moves && event.offset + event.elements > collective.element_count) {
    return fmt::format("offset {} and elements {}: collective {} has {} elements", event.offset,
                       event.elements, event.collective_id, collective.element_count);
  }
  return {};
}

}  // namespace

std::string header_fault(const TraceHeader& header) {
  if (header.version != trace_version) {
    return fmt::format("version {}: this program reads and writes version {}", header.version,
                       trace_version);
  }
  if (header.world_size < 1 || header.world_size > max_trace_world_size) {
    return fmt::format("world_size {}: it may be 1 to {}", header.world_size, max_trace_world_size);
  }
  const auto world_size = static_cast<std::size_t>(header.world_size);
  if (!header.predicted.empty() && header.predicted.size() != world_size) {
    return fmt::format("predicted: {} predictions for {} ranks", header.predicted.size(),
                       world_size);
  }
  for (std::size_t i = 0; i < header.units.size(); ++i) {
    if (header.units[i].elements > max_size) return fmt::format("units[{}]: beyond 63 bits", i);
  }
  for (std::size_t i = 0; i < header.collectives.size(); ++i) {
    const std::string fault = collective_fault(header, header.collectives[i]);
    if (!fault.empty()) return fmt::format("collectives[{}].{}", i, fault);
  }
  return {};
}

std::string event_fault(const TraceHeader& header, const Event& event) {
  if (event.rank < 0 || event.rank >= header.world_size) {
    return fmt::format("rank {}: the ranks are 0 to {}", event.rank, header.world_size - 1);
  }
  const bool moves = event.kind == EventKind::send || event.kind == EventKind::receive;
  if (event.peer < (moves ? 0 : -1) || event.peer >= header.world_size) {
    return fmt::format("peer {}: the ranks are 0 to {}", event.peer, header.world_size - 1);
  }
  const std::pair<const char*, int> numbers[] = {
      {"train_step", event.train_step}, {"plan_op", event.plan_op},
      {"micro_step", event.micro_step}, {"step", event.step},
      {"chunk", event.chunk},           {"slice", event.slice}};
  for (const auto& [field, value] : numbers) {
    if (value < -1) return fmt::format("{} {}: it may be 0 or more, or -1 for none", field, value);
  }
  std::string fault = index_fault("unit", event.unit, header.units.size(), "units");
  if (fault.empty()) {
    fault =
        index_fault("collective_id", event.collective_id, header.collectives.size(), "collectives");
  }
  if (fault.empty()) fault = times_fault(event);
  if (fault.empty()) fault = sizes_fault(header, event);
  return fault;
}

}  // namespace zerolab
