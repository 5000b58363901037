// A trace of a schedule that nobody ran: each step takes one microsecond on every rank.
//
// The visualizer knows traces only; a built-in schedule is shown through this. The header says that
// it was not measured (clock "none: a schedule, not a run"), and predicts each rank's traffic by
// count_per_rank.
#pragma once

#include "core/base/names.hpp"
#include "core/schedule/schedule.hpp"
#include "core/trace/trace.hpp"

namespace zerolab {

// The schedule on a buffer of `elements`, chunks as ChunkLayout cuts them. Events: per rank one
// collective event around one send and one receive event per transfer.
Trace trace_of(const Schedule& schedule, std::size_t elements, DType dtype = DType::f32);

// Whether the trace was made by trace_of.
bool is_schedule_trace(const TraceHeader& header);

}  // namespace zerolab
