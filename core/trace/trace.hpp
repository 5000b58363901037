// A trace: what a reader needs to know once, and the events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/memory.hpp"
#include "core/trace/event.hpp"

namespace zerolab {

inline constexpr int trace_version = 1;

struct UnitInfo {
  std::string name;  // "embedding", "block 0", "head"
  std::size_t elements = 0;
  friend bool operator==(const UnitInfo&, const UnitInfo&) = default;
};

// One collective of the run; its index in the header is the events' collective_id.
struct CollectiveInfo {
  std::string purpose;  // "gradients of block 0", "gradient norm"
  Collective collective = Collective::all_reduce;
  std::string algorithm;
  std::optional<int> root;
  std::size_t element_count = 0;  // of the whole buffer
  int chunk_count = 1;
  DType dtype = DType::f32;
  friend bool operator==(const CollectiveInfo&, const CollectiveInfo&) = default;
};

// What the plan foretold for one rank, for the traced training steps together (elements) and for
// any moment (bytes).
struct RankPrediction {
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;
  CategoryBytes at_rest_bytes{};  // by MemoryCategory, in the order of all_memory_categories
  CategoryBytes peak_bytes{};
  friend bool operator==(const RankPrediction&, const RankPrediction&) = default;
};

struct TraceHeader {
  int version = trace_version;
  int world_size = 1;
  std::string clock = "steady_clock of one process";
  std::vector<std::pair<std::string, std::string>> config;  // in the order of writing
  std::vector<UnitInfo> units;
  std::string plan;  // the StepPlan's text, one operation per line; empty without a plan
  std::vector<CollectiveInfo> collectives;
  std::vector<RankPrediction> predicted;  // per rank; empty where nothing was predicted
  friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};

// The order of a trace's events: by begin, then rank, then kind, then end (longest first).
bool comes_before(const Event& a, const Event& b);

struct Trace {
  TraceHeader header;
  std::vector<Event> events;  // none comes_before the one in front of it
  friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace zerolab
