// A trace on disk: Chrome trace JSON that opens in Perfetto (https://ui.perfetto.dev) as it is.
//
//   pid = rank, tid = lane: 0 compute, 1 send, 2 receive, 3 memory; 11, 21, … further send lanes
//   X    one per event, in the trace's order; all that restores the event is in it
//   s f  one flow per transfer, from the send's begin to the receive's end
//   C    bytes held per memory category, elements sent and received so far; each per rank
//   M    names of ranks and lanes
//   otherData  the TraceHeader
//
// Times are in microseconds with exactly three decimals, so nanoseconds come back as they were.
// Only X and otherData are read back; the rest is derived from them.
// The format: "Trace Event Format"
// (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU); core/trace/rules.hpp
// checks what Perfetto asks of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"

namespace zerolab {

// The same trace gives the same bytes. A transfer whose receive ended before its send began (clocks
// of two machines, misaligned) gets no flow, since its arrow would run backwards. Throws
// InvariantError where the trace breaks a promise of trace.hpp or event.hpp, and an input Error
// where a text in the header is not UTF-8.
std::string to_chrome_json(const Trace& trace);

// `path` ends with ".json" or ".json.gz" (then compressed); else an input Error. Written beside,
// then renamed: nothing is ever half written.
void write_trace(const std::filesystem::path& path, const Trace& trace);

// Reads plain or compressed, whichever it is, whatever its name: read_trace(write_trace(t)) == t.
// Throws an input Error that names the place (the byte, or the record and its field), the reason,
// and how much before it could be read.
Trace read_trace(const std::filesystem::path& path);

// The same for text in memory. `name` opens the messages.
Trace parse_chrome_json(std::string_view json, std::string_view name);

}  // namespace zerolab
