#include "viz/playback/memory_changes.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace zerolab {

namespace {

struct LabelledBeat {
  std::array<int, 3> label;  // train step, micro-step, plan operation
  std::size_t beat;

  friend auto operator<=>(const LabelledBeat&, const LabelledBeat&) = default;
};

std::vector<LabelledBeat> labelled(const std::vector<Beat>& beats) {
  std::vector<LabelledBeat> all;
  all.reserve(beats.size());
  for (std::size_t b = 0; b < beats.size(); ++b) {
    all.push_back({{beats[b].train_step, beats[b].micro_step, beats[b].plan_op}, b});
  }
  std::sort(all.begin(), all.end());
  return all;
}

// The beginning of a beat on one rank.
struct BeatBegin {
  std::size_t beat;
  std::int64_t begin_ns;
};

// [rank], by beat: of the beats in which the rank sends or receives.
std::vector<std::vector<BeatBegin>> begins_by_rank(int world_size, const BeatList& list) {
  std::vector<std::vector<BeatBegin>> begins(static_cast<std::size_t>(world_size));
  for (std::size_t b = 0; b < list.beats.size(); ++b) {
    const Beat& beat = list.beats[b];
    for (std::size_t i = 0; i < beat.move_count; ++i) {
      const ChunkMove& move = list.moves[beat.first_move + i];
      for (const int rank : {move.source, move.destination}) {
        auto& of_rank = begins[static_cast<std::size_t>(rank)];
        if (of_rank.empty() || of_rank.back().beat != b) of_rank.push_back({b, move.begin_ns});
        of_rank.back().begin_ns = std::min(of_rank.back().begin_ns, move.begin_ns);
      }
    }
  }
  return begins;
}

// The last beat from `first` to `last` that the rank had begun at `time_ns`, or `first`.
std::size_t last_begun(const std::vector<BeatBegin>& begins, std::size_t first, std::size_t last,
                       std::int64_t time_ns) {
  const auto beat_before = [](const BeatBegin& begin, std::size_t beat) {
    return begin.beat < beat;
  };
  const auto low = std::lower_bound(begins.begin(), begins.end(), first, beat_before);
  const auto high = std::lower_bound(low, begins.end(), last + 1, beat_before);
  const auto later = std::upper_bound(
      low, high, time_ns,
      [](std::int64_t time, const BeatBegin& begin) { return time < begin.begin_ns; });
  return later == low ? first : std::prev(later)->beat;
}

}  // namespace

ChangeList assign_changes(const std::vector<Event>& events, int world_size, const BeatList& list) {
  const std::vector<LabelledBeat> labels = labelled(list.beats);
  const auto begins = begins_by_rank(world_size, list);
  std::vector<std::size_t> current(static_cast<std::size_t>(world_size));
  std::vector<std::pair<std::size_t, MemoryChange>> assigned;  // beat, change
  for (const Event& event : events) {
    if (event.kind != EventKind::memory) continue;
    const auto rank = static_cast<std::size_t>(event.rank);
    const std::array<int, 3> label{event.train_step, event.micro_step, event.plan_op};
    const auto begin = std::lower_bound(labels.begin(), labels.end(), LabelledBeat{label, 0});
    const auto end = std::upper_bound(begin, labels.end(), LabelledBeat{label, list.beats.size()});
    if (begin != end && std::prev(end)->beat > current[rank]) {
      current[rank] = last_begun(begins[rank], std::max(begin->beat, current[rank]),
                                 std::prev(end)->beat, event.begin);
    }
    assigned.push_back(
        {current[rank],
         {event.rank, event.category, static_cast<std::int64_t>(event.bytes), event.begin}});
  }
  std::stable_sort(assigned.begin(), assigned.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });

  ChangeList result;
  result.first.assign(list.beats.size() + 1, assigned.size());
  for (std::size_t i = assigned.size(); i-- > 0;) {
    if (!list.beats.empty()) result.first[assigned[i].first] = i;
  }
  for (std::size_t b = list.beats.size(); b-- > 0;) {
    result.first[b] = std::min(result.first[b], result.first[b + 1]);
  }
  result.changes.reserve(assigned.size());
  for (const auto& [beat, change] : assigned) result.changes.push_back(change);
  return result;
}

}  // namespace zerolab
