// How the steps of a trace look, whatever their measured times.

#include <algorithm>
#include <cmath>

#include "viz/playback/views.hpp"

namespace zerolab {

namespace {

MoveOrder beat_order(const Story& story) {
  MoveOrder order{story.moves(), std::vector<bool>(story.moves().size())};
  for (const Beat& beat : story.beats()) {
    if (beat.move_count > 0) order.opens_batch[beat.first_move] = true;
  }
  return order;
}

std::vector<int> shown_collectives(const Story& story) {
  std::vector<int> shown;
  int last = -1;
  for (const Beat& beat : story.beats()) {
    if (beat.collective_id >= 0) last = beat.collective_id;
    shown.push_back(last);
  }
  shown.push_back(last);
  return shown;
}

}  // namespace

PlaybackState empty_state(int world_size) {
  PlaybackState state;
  state.world_size = world_size;
  const auto n = static_cast<std::size_t>(world_size);
  state.moved.resize(n);
  state.moved_in_collective.resize(n);
  state.memory.resize(n);
  return state;
}

LogicalView::LogicalView(const Story& story)
    : order_(beat_order(story)),
      chunks_(story, order_),
      totals_(story, order_of_beats(story.moves().size()),
              order_of_beats(story.memory_changes().size())),
      shown_collective_(shown_collectives(story)),
      state_(empty_state(story.world_size())) {}

const PlaybackState& LogicalView::at(const Story& story, double logical_time) {
  const std::size_t end = story.beats().size();
  const double clamped =
      logical_time > 0 ? std::min(logical_time, static_cast<double>(end)) : 0;  // NaN: 0
  const auto beat = static_cast<std::size_t>(clamped);
  state_.beat = beat;
  state_.fraction = clamped - std::floor(clamped);

  // At rest between two beats the first one's collective and memory are still there: what a step
  // has led to can be looked at.
  const std::size_t shown = state_.fraction == 0 && beat > 0 ? beat - 1 : beat;
  const int collective = shown_collective_[shown];
  const std::size_t moves_done =
      beat == end ? story.moves().size() : story.beats()[beat].first_move;
  chunks_.show(story, order_, collective,
               std::min(moves_done, positions_of_collective(story, collective).end), state_);
  totals_.show(story, moves_done,
               shown == end ? story.memory_changes().size() : story.first_change(shown + 1),
               state_);

  state_.in_flight.clear();
  if (state_.fraction > 0) {
    for (const ChunkMove& move : story.moves_of(story.beats()[beat])) {
      state_.in_flight.push_back({move, state_.fraction});
    }
  }
  return state_;
}

}  // namespace zerolab
