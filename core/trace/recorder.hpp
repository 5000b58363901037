// Where a rank notes what it does. One Recorder per rank, written by that rank's thread alone;
// the vectors are merged when the run is over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/trace.hpp"

namespace zerolab {

// The labels that every event inherits from the operation that is running.
struct TraceContext {
  int train_step = -1;
  int plan_op = -1;
  int micro_step = -1;
  int unit = -1;
};

class Recorder {
 public:
  // Times are noted relative to `start_ns` (a reading of core/base/clock.hpp), the
  // same on all ranks.
  Recorder(int rank, std::int64_t start_ns);

  int rank() const { return rank_; }

  // Nothing is kept while off. A new Recorder is off.
  void set_recording(bool on) { recording_ = on; }
  bool recording() const { return recording_; }

  void set_context(const TraceContext& context) { context_ = context; }
  const TraceContext& context() const { return context_; }

  // Keeps `event` with this recorder's rank and context; its posted, begin and end are clock
  // readings (now_ns) and are made relative to the start here.
  void record(Event event);

  // Notes a collective when recording and returns its id, else -1. All ranks issue the same
  // collectives in the same order, so that ids agree.
  int note_collective(const CollectiveInfo& info);

  const std::vector<Event>& events() const { return events_; }
  const std::vector<CollectiveInfo>& collectives() const { return collectives_; }

 private:
  int rank_;
  std::int64_t start_ns_;
  bool recording_ = false;
  TraceContext context_;
  std::vector<Event> events_;
  std::vector<CollectiveInfo> collectives_;
};

// The events of all ranks in the order that Trace promises; the header's collectives are taken
// from rank 0's recorder. Throws InvariantError where the ranks' collectives differ.
Trace merge(TraceHeader header, std::span<const Recorder* const> recorders);

}  // namespace zerolab
