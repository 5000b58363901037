#include "viz/playback/collective_replay.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "viz/playback/totals.hpp"

namespace zerolab {

namespace {

// Moves that are replayed in a fraction of a millisecond, and the memory of all keyframes together.
constexpr std::size_t moves_between_keyframes = 4096;
constexpr std::size_t max_keyframe_bytes = std::size_t{128} << 20;

}  // namespace

Range positions_of_collective(const Story& story, int collective_id) {
  const Range beats = story.beats_of_collective(collective_id);
  if (beats.empty()) return {};
  const Beat& last = story.beats()[beats.end - 1];
  return {story.beats()[beats.begin].first_move, last.first_move + last.move_count};
}

CollectiveReplay::CollectiveReplay(const Story& story, const MoveOrder& order) {
  int before = -1;
  for (const Beat& beat : story.beats()) {
    if (beat.collective_id < 0 || beat.collective_id == before) continue;
    before = beat.collective_id;
    make_keyframes(story, order, beat.collective_id);
  }
  std::sort(keyframes_.begin(), keyframes_.end(),
            [](const Keyframe& a, const Keyframe& b) { return a.position < b.position; });
}

void CollectiveReplay::make_keyframes(const Story& story, const MoveOrder& order,
                                      int collective_id) {
  const Range positions = positions_of_collective(story, collective_id);
  if (positions.size() <= moves_between_keyframes) return;
  PlaybackState state;
  state.world_size = story.world_size();
  begin(story, collective_id, nullptr, state);
  const std::size_t interval =
      std::max(moves_between_keyframes,
               order.moves.size() * state.contributions.size() / max_keyframe_bytes);
  std::size_t next = positions.begin + interval;
  for (std::size_t p = next; p < positions.end; ++p) {
    if (p < next || !order.opens_batch[p]) continue;
    forward(order, p, state);
    keyframes_.push_back({p, state.contributions, state.moved_in_collective});
    next = p + interval;
  }
}

const CollectiveReplay::Keyframe* CollectiveReplay::last_keyframe(Range positions,
                                                                  std::size_t position) const {
  const auto later = std::upper_bound(
      keyframes_.begin(), keyframes_.end(), position,
      [](std::size_t value, const Keyframe& keyframe) { return value < keyframe.position; });
  const bool found = later != keyframes_.begin() && std::prev(later)->position >= positions.begin;
  return found ? &*std::prev(later) : nullptr;
}

// At the keyframe, or where there is none, before the first move.
void CollectiveReplay::begin(const Story& story, int collective_id, const Keyframe* keyframe,
                             PlaybackState& state) {
  const auto& info = story.header().collectives[static_cast<std::size_t>(collective_id)];
  state.collective_id = collective_id;
  state.chunk_count = info.chunk_count;
  if (keyframe != nullptr) {
    state.contributions = keyframe->contributions;
    state.moved_in_collective = keyframe->moved;
    position_ = keyframe->position;
    return;
  }
  std::vector<int> chunks(static_cast<std::size_t>(info.chunk_count));
  std::iota(chunks.begin(), chunks.end(), 0);
  state.contributions = input_contributions(info, state.world_size, chunks);
  state.moved_in_collective.assign(static_cast<std::size_t>(state.world_size), {});
  position_ = positions_of_collective(story, collective_id).begin;
}

void CollectiveReplay::show(const Story& story, const MoveOrder& order, int collective_id,
                            std::size_t position, PlaybackState& state) {
  if (collective_id < 0) {
    state.collective_id = -1;
    state.chunk_count = 0;
    state.contributions.clear();
    state.moved_in_collective.assign(static_cast<std::size_t>(state.world_size), {});
    return;
  }
  const Keyframe* keyframe = last_keyframe(positions_of_collective(story, collective_id), position);
  const bool starts_anew = state.collective_id != collective_id || position < position_;
  if (starts_anew || (keyframe != nullptr && keyframe->position > position_)) {
    begin(story, collective_id, keyframe, state);
  }
  forward(order, position, state);
}

void CollectiveReplay::forward(const MoveOrder& order, std::size_t position, PlaybackState& state) {
  while (position_ < position) {
    std::size_t last = position_ + 1;
    while (last < position && !order.opens_batch[last]) ++last;
    const auto batch = order.moves.subspan(position_, last - position_);
    combiner_.apply(batch, state.world_size, state.chunk_count, state.contributions);
    for (const ChunkMove& move : batch) add_traffic(move, state.moved_in_collective);
    position_ = last;
  }
}

}  // namespace zerolab
