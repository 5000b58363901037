#include "viz/playback/story.hpp"

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/trace/check.hpp"
#include "viz/playback/beats.hpp"
#include "viz/playback/memory_changes.hpp"

namespace zerolab {

namespace {

// What each rank holds of each chunk takes a byte per contributor: 512 ranks with a chunk each.
constexpr std::size_t max_state_bytes = std::size_t{512} * 512 * 512;

// Of one category on one rank: all categories together are then far from an overflow.
constexpr std::size_t max_category_bytes = std::size_t{1} << 58;

void check_events(const Trace& trace) {
  std::string fault = header_fault(trace.header);
  if (!fault.empty()) throw input_error("the trace's header: {}", fault);
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    fault = event_fault(trace.header, trace.events[i]);
    if (!fault.empty()) throw input_error("event {} of the trace: {}", i, fault);
    const Event& event = trace.events[i];
    if (event.kind == EventKind::memory && event.bytes > max_category_bytes) {
      throw input_error("event {} of the trace: rank {} holds {} bytes of {}, at most 2^58 can be",
                        i, event.rank, event.bytes, to_string(event.category));
    }
  }
}

// What the collective's definition needs in order to say who has input.
void check_collective(const CollectiveInfo& info, std::size_t id, int world_size) {
  if (has_root(info.collective) && !info.root) {
    throw input_error("collective {}: a {} has a root, and the trace names none", id,
                      to_string(info.collective));
  }
  const bool has_owners =
      info.collective == Collective::all_gather || info.collective == Collective::reduce_scatter;
  if (has_owners && info.chunk_count % world_size != 0) {
    throw input_error("collective {}: {} chunks on {} ranks; of a {} each rank owns as many chunks",
                      id, info.chunk_count, world_size, to_string(info.collective));
  }
  const auto n = static_cast<std::size_t>(world_size);
  if (n * n > max_state_bytes / static_cast<std::size_t>(info.chunk_count)) {
    throw input_error(
        "collective {}: {} chunks on {} ranks are too many to show: ranks² × chunks may be {}", id,
        info.chunk_count, world_size, max_state_bytes);
  }
}

}  // namespace

Story::Story(Trace trace) : trace_(std::move(trace)) {
  check_events(trace_);
  BeatList list = make_beats(trace_);
  for (std::size_t id = 0; id < list.collective_beats.size(); ++id) {
    if (list.collective_beats[id].empty()) continue;
    check_collective(trace_.header.collectives[id], id, world_size());
  }
  ChangeList memory = assign_changes(trace_.events, world_size(), list);
  beats_ = std::move(list.beats);
  moves_ = std::move(list.moves);
  collective_beats_ = std::move(list.collective_beats);
  memory_changes_ = std::move(memory.changes);
  first_changes_ = std::move(memory.first);
  for (const Event& event : trace_.events) duration_ns_ = std::max(duration_ns_, event.end);
}

Range Story::beats_of_collective(int collective_id) const {
  if (collective_id < 0) return {};
  const auto id = static_cast<std::size_t>(collective_id);
  return id < collective_beats_.size() ? collective_beats_[id] : Range{};
}

}  // namespace zerolab
