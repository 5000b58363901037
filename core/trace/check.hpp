// What must hold in a trace so that every reader may index by what it finds there: ranks, units,
// collectives and chunks are in range, times are in order. The writer requires it of its caller;
// the reader of a file turns each fault into an input Error.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/trace.hpp"

namespace zerolab {

// Times lie within ±2^49 ns (six days), so that microseconds with three decimals survive a double,
// which is what every JSON reader makes of them: below 2^41 µs doubles are 2^-12 µs apart or less.
inline constexpr std::int64_t max_trace_time_ns = std::int64_t{1} << 49;

// Bounds against a damaged file's making a reader allocate without end.
inline constexpr int max_trace_world_size = 1 << 16;
inline constexpr int max_trace_chunk_count = 1 << 20;

// Each returns what is wrong, opening with the field's name ("peer 7: the ranks are 0 to 3"), or
// an empty text.
std::string header_fault(const TraceHeader& header);
std::string event_fault(const TraceHeader& header, const Event& event);

}  // namespace zerolab
