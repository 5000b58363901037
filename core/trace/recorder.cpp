#include "core/trace/recorder.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"

namespace zerolab {

bool comes_before(const Event& a, const Event& b) {
  return std::tie(a.begin, a.rank, a.kind, b.end) < std::tie(b.begin, b.rank, b.kind, a.end);
}

Recorder::Recorder(int rank, std::int64_t start_ns) : rank_(rank), start_ns_(start_ns) {}

void Recorder::record(Event event) {
  if (!recording_) return;
  event.rank = rank_;
  event.train_step = context_.train_step;
  event.plan_op = context_.plan_op;
  event.micro_step = context_.micro_step;
  event.unit = context_.unit;
  event.posted -= start_ns_;
  event.begin -= start_ns_;
  event.end -= start_ns_;
  events_.push_back(event);
}

int Recorder::note_collective(const CollectiveInfo& info) {
  if (!recording_) return -1;
  collectives_.push_back(info);
  return static_cast<int>(collectives_.size()) - 1;
}

Trace merge(TraceHeader header, std::span<const Recorder* const> recorders) {
  require(!recorders.empty(), "a trace is merged from at least one recorder");
  Trace trace{std::move(header), {}};
  trace.header.collectives = recorders.front()->collectives();
  std::size_t event_count = 0;
  for (const Recorder* recorder : recorders) {
    require(recorder->collectives() == trace.header.collectives,
            fmt::format("rank {} noted the same collectives as rank {}", recorder->rank(),
                        recorders.front()->rank()));
    event_count += recorder->events().size();
  }
  trace.events.reserve(event_count);
  for (const Recorder* recorder : recorders) {
    trace.events.insert(trace.events.end(), recorder->events().begin(), recorder->events().end());
  }
  // Stable: what one rank recorded first stays first where all of the order's keys are equal.
  std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
  return trace;
}

}  // namespace zerolab
