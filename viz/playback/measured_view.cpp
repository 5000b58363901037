// How a trace looks at a moment of its clock.

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "viz/playback/views.hpp"

namespace zerolab {

namespace {

std::vector<std::uint32_t> changes_by_time(const Story& story) {
  std::vector<std::uint32_t> order = order_of_beats(story.memory_changes().size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return story.memory_changes()[a].at_ns < story.memory_changes()[b].at_ns;
  });
  return order;
}

}  // namespace

MeasuredView::MeasuredView(const Story& story)
    : time_(story),
      measured_(measured_order(story)),
      order_{measured_.moves, measured_.opens_batch},
      chunks_(story, order_),
      totals_(story, measured_.overall, changes_by_time(story)),
      begins_(begins_of(story)),
      state_(empty_state(story.world_size())) {}

std::vector<MeasuredView::Begin> MeasuredView::begins_of(const Story& story) {
  constexpr std::int64_t not_begun = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> begin_ns(story.header().collectives.size(), not_begun);
  const auto note = [&](int id, std::int64_t time) {
    std::int64_t& first = begin_ns[static_cast<std::size_t>(id)];
    first = std::min(first, time);
  };
  for (const Event& event : story.events()) {
    if (event.kind == EventKind::collective) note(event.collective_id, event.begin);
  }
  std::vector<Begin> begins;
  for (const Beat& beat : story.beats()) {
    if (beat.collective_id < 0) continue;
    note(beat.collective_id, beat.begin_ns);
    if (begins.empty() || begins.back().collective_id != beat.collective_id) {
      begins.push_back({beat.collective_id, 0});
    }
  }
  std::int64_t earliest = not_begun;
  for (auto begin = begins.rbegin(); begin != begins.rend(); ++begin) {
    earliest = std::min(earliest, begin_ns[static_cast<std::size_t>(begin->collective_id)]);
    begin->begin_ns = earliest;
  }
  return begins;
}

const PlaybackState& MeasuredView::at(const Story& story, std::int64_t time_ns) {
  const std::int64_t time = std::clamp<std::int64_t>(time_ns, 0, story.duration_ns());
  const double logical =
      std::min(time_.logical_of(story, time), static_cast<double>(story.beats().size()));
  state_.beat = static_cast<std::size_t>(logical);
  state_.fraction = logical - std::floor(logical);

  const auto later = std::upper_bound(
      begins_.begin(), begins_.end(), time,
      [](std::int64_t value, const Begin& begin) { return value < begin.begin_ns; });
  const int collective = later == begins_.begin() ? -1 : std::prev(later)->collective_id;
  const Range positions = positions_of_collective(story, collective);
  const auto arrivals = measured_.arrival_ns.begin();
  const auto done = std::upper_bound(arrivals + static_cast<std::ptrdiff_t>(positions.begin),
                                     arrivals + static_cast<std::ptrdiff_t>(positions.end), time);
  const auto position = static_cast<std::size_t>(done - arrivals);
  chunks_.show(story, order_, collective, position, state_);
  show_in_flight(position, positions.end, time);

  const auto& all_arrivals = measured_.overall_arrival_ns;
  const auto moved = std::upper_bound(all_arrivals.begin(), all_arrivals.end(), time);
  const auto& changes = totals_.change_order();
  const auto changed = std::upper_bound(changes.begin(), changes.end(), time,
                                        [&](std::int64_t value, std::uint32_t change) {
                                          return value < story.memory_changes()[change].at_ns;
                                        });
  totals_.show(story, static_cast<std::size_t>(moved - all_arrivals.begin()),
               static_cast<std::size_t>(changed - changes.begin()), state_);
  return state_;
}

// Of the moves at the positions, which have not arrived, those that have begun.
void MeasuredView::show_in_flight(std::size_t first, std::size_t last, std::int64_t time_ns) {
  state_.in_flight.clear();
  for (std::size_t p = first; p < last && measured_.earliest_begin_ns[p] < time_ns; ++p) {
    const ChunkMove& move = measured_.moves[p];
    if (move.begin_ns >= time_ns) continue;
    state_.in_flight.push_back(
        {move, static_cast<double>(time_ns - move.begin_ns) /
                   static_cast<double>(measured_.arrival_ns[p] - move.begin_ns)});
  }
  std::stable_sort(state_.in_flight.begin(), state_.in_flight.end(),
                   [](const MoveInFlight& a, const MoveInFlight& b) {
                     return std::tie(a.move.source, a.move.chunk, a.move.destination) <
                            std::tie(b.move.source, b.move.chunk, b.move.destination);
                   });
}

}  // namespace zerolab
