// Writes the records in this order: names (M), then each event's slice (X), at once followed by the
// records bound to it (s, f, C), then the counters of traffic (C).
//
// Perfetto sorts records by time, keeps the file's order where times are equal, and binds a flow to
// the slice that was opened last on its lane. Hence a flow's record follows its slice at once: the
// next slice of that lane may begin at the very nanosecond at which the flow ends.
#include <algorithm>
#include <set>
#include <utility>

#include <simdjson.h>

#include "core/base/error.hpp"
#include "core/trace/check.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/chrome_fields.hpp"
#include "core/trace/flows.hpp"
#include "core/trace/json_text.hpp"
#include "core/trace/lanes.hpp"
#include "core/trace/slice_name.hpp"

namespace zerolab {

namespace {

constexpr std::size_t bytes_per_event = 500;  // with its flow and counter; a little too many
constexpr std::size_t none = static_cast<std::size_t>(-1);

void require_promises(const Trace& trace) {
  const auto require_none = [](const std::string& fault) {
    if (!fault.empty()) throw InvariantError("broken invariant of a trace: " + fault);
  };
  require_none(header_fault(trace.header));
  for (const Event& event : trace.events) require_none(event_fault(trace.header, event));
  require(std::is_sorted(trace.events.begin(), trace.events.end(), comes_before),
          "a trace's events are ordered by begin, rank, kind and end");
}

class Writer {
 public:
  explicit Writer(const Trace& trace)
      : trace_(trace),
        names_(trace.header),
        lanes_(assign_lanes(trace.events)),
        flows_(pair_transfers(trace.events)),
        start_after_(trace.events.size(), none),
        finish_after_(trace.events.size(), none) {
    for (std::size_t i = 0; i < flows_.size(); ++i) plan_flow(i);
  }

  std::string write() {
    text_.reserve(bytes_per_event * trace_.events.size());
    text_ = "{\"otherData\":";
    append_header(text_, trace_.header);
    text_ += ",\n\"traceEvents\":[";
    name_ranks_and_lanes();
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      slice(i);
      if (start_after_[i] != none) flow(start_after_[i], "s");
      if (finish_after_[i] != none) flow(finish_after_[i], "f");
      if (trace_.events[i].kind == EventKind::memory) memory_counter(i);
    }
    traffic_counters();
    text_ += "\n]}\n";
    return std::move(text_);
  }

 private:
  void plan_flow(std::size_t i) {
    const auto [send, receive] = flows_[i];
    const std::int64_t start = trace_.events[send].begin;
    const std::int64_t finish = trace_.events[receive].end;
    if (finish < start) return;
    start_after_[send] = i;
    // At one and the same moment the file's order decides, and the start must come first.
    finish_after_[finish == start ? std::max(send, receive) : receive] = i;
  }

  // Opens a record up to and without its time.
  void open(const char* phase, int pid, int tid) {
    text_ += first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
    first_ = false;
    text_ += phase;
    text_ += "\",\"pid\":";
    append_integer(text_, pid);
    text_ += ",\"tid\":";
    append_integer(text_, tid);
  }

  void name(const char* what, int pid, int tid, std::string_view key, std::string_view value) {
    open("M", pid, tid);
    text_ += ",\"name\":\"";
    text_ += what;
    text_ += "\",\"args\":{\"";
    text_ += key;
    text_ += "\":";
    text_ += value;
    text_ += "}}";
  }

  void name_ranks_and_lanes() {
    std::set<std::pair<int, int>> used;
    for (std::size_t i = 0; i < lanes_.size(); ++i) used.insert({trace_.events[i].rank, lanes_[i]});
    auto lane = used.begin();
    for (int rank = 0; rank < trace_.header.world_size; ++rank) {
      name("process_name", rank, 0, "name", fmt::format("\"rank {}\"", rank));
      name("process_sort_index", rank, 0, "sort_index", std::to_string(rank));
      for (; lane != used.end() && lane->first == rank; ++lane) {
        const int tid = lane->second;
        // Further lanes of a kind stand below its first one.
        const int place = tid % lane_stride * 1000 + tid / lane_stride;
        name("thread_name", rank, tid, "name", fmt::format("\"{}\"", lane_name(tid)));
        name("thread_sort_index", rank, tid, "sort_index", std::to_string(place));
      }
    }
  }

  void slice(std::size_t i) {
    const Event& event = trace_.events[i];
    open("X", event.rank, lanes_[i]);
    text_ += ",\"ts\":";
    append_us(text_, event.begin);
    text_ += ",\"dur\":";
    append_us(text_, event.end - event.begin);
    text_ += ",\"cat\":\"";
    text_ += to_string(event.kind);
    text_ += "\",\"name\":\"";
    slice_name_.clear();
    names_.append(slice_name_, event);
    append_escaped(text_, slice_name_);
    text_ += "\",\"args\":{";
    arguments(event);
    text_ += "}}";
  }

  void arguments(const Event& event) {
    const std::size_t start = text_.size();
    const auto key = [&](std::string_view field) {
      text_ += text_.size() == start ? "\"" : ",\"";
      text_ += field;
      text_ += "\":";
    };
    for (const auto& [field, value] : int_fields) {
      if (event.*value == -1) continue;
      key(field);
      append_integer(text_, event.*value);
    }
    for (const auto& [field, value] : size_fields) {
      if (event.*value == 0) continue;
      key(field);
      append_integer(text_, event.*value);
    }
    if (event.kind == EventKind::receive || event.combine != Event().combine) {
      key("combine");
      append_string(text_, to_string(event.combine));
    }
    if (event.kind == EventKind::memory || event.category != Event().category) {
      key("category");
      append_string(text_, to_string(event.category));
    }
    if (event.posted != event.begin) {
      key(posted_field);
      append_us(text_, event.posted);
    }
  }

  void flow(std::size_t i, const char* phase) {
    const bool starts = phase[0] == 's';
    const std::size_t end = starts ? flows_[i].send : flows_[i].receive;
    const Event& event = trace_.events[end];
    open(phase, event.rank, lanes_[end]);
    text_ += ",\"ts\":";
    append_us(text_, starts ? event.begin : event.end);
    text_ += ",\"cat\":\"transfer\",\"name\":\"transfer\",\"id\":";
    append_integer(text_, i + 1);
    text_ += starts ? "}" : ",\"bp\":\"e\"}";
  }

  // Perfetto calls the track "NAME KEY": the key is the unit.
  void counter(int rank, std::int64_t time, std::string_view name, std::string_view key,
               std::uint64_t value) {
    open("C", rank, 0);
    text_ += ",\"ts\":";
    append_us(text_, time);
    text_ += ",\"name\":\"";
    text_ += name;
    text_ += "\",\"args\":{\"";
    text_ += key;
    text_ += "\":";
    append_integer(text_, value);
    text_ += "}}";
  }

  void memory_counter(std::size_t i) {
    const Event& event = trace_.events[i];
    slice_name_ = "memory: ";
    slice_name_ += to_string(event.category);
    counter(event.rank, event.begin, slice_name_, "bytes", event.bytes);
  }

  // What a rank has sent or received rises when a slice has moved, at its end.
  void traffic_counters() {
    for (const EventKind kind : {EventKind::send, EventKind::receive}) {
      std::vector<std::size_t> moves;
      for (std::size_t i = 0; i < trace_.events.size(); ++i) {
        if (trace_.events[i].kind == kind && trace_.events[i].elements > 0) moves.push_back(i);
      }
      std::stable_sort(moves.begin(), moves.end(), [&](std::size_t a, std::size_t b) {
        return trace_.events[a].end < trace_.events[b].end;
      });
      std::vector<std::uint64_t> moved(static_cast<std::size_t>(trace_.header.world_size), 0);
      for (const std::size_t i : moves) {
        const Event& event = trace_.events[i];
        std::uint64_t& total = moved[static_cast<std::size_t>(event.rank)];
        total += event.elements;
        counter(event.rank, event.end, kind == EventKind::send ? "sent" : "received", "elements",
                total);
      }
    }
  }

  const Trace& trace_;
  SliceNames names_;
  std::vector<int> lanes_;
  std::vector<Flow> flows_;
  std::vector<std::size_t> start_after_;   // by event: the flow whose start follows its slice
  std::vector<std::size_t> finish_after_;  // by event: the flow whose finish follows its slice
  std::string text_;
  std::string slice_name_;  // kept for its memory
  bool first_ = true;
};

}  // namespace

std::string to_chrome_json(const Trace& trace) {
  require_promises(trace);
  std::string text = Writer(trace).write();
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    throw input_error(
        "cannot write the trace: a text of its header (config, a unit's name, the plan, a "
        "collective's purpose) is not UTF-8; rename it");
  }
  return text;
}

}  // namespace zerolab
