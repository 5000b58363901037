// What the ranks hold of one collective's chunks after some of its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "viz/playback/combine_moves.hpp"
#include "viz/playback/playback.hpp"

namespace zerolab {

// The order in which moves are done, by position. A collective's moves take the positions that they
// have in Story::moves, in another order.
struct MoveOrder {
  std::span<const ChunkMove> moves;
  std::vector<bool> opens_batch;
};

// Shows in a state collective_id, chunk_count, contributions and moved_in_collective, and knows
// what it showed last. Call it with one and the same story, order and state.
class CollectiveReplay {
 public:
  CollectiveReplay() = default;
  CollectiveReplay(const Story& story, const MoveOrder& order);

  // The moves of `collective_id` (-1: none has begun) in front of `position` are done. The position
  // opens a batch or ends the collective.
  void show(const Story& story, const MoveOrder& order, int collective_id, std::size_t position,
            PlaybackState& state);

 private:
  struct Keyframe {
    std::size_t position = 0;
    std::vector<std::uint8_t> contributions;
    std::vector<Moved> moved;
  };

  void make_keyframes(const Story& story, const MoveOrder& order, int collective_id);
  const Keyframe* last_keyframe(Range positions, std::size_t position) const;
  void begin(const Story& story, int collective_id, const Keyframe* keyframe, PlaybackState& state);
  void forward(const MoveOrder& order, std::size_t position, PlaybackState& state);

  std::vector<Keyframe> keyframes_;  // by position; only of collectives with very many moves
  std::size_t position_ = 0;
  MoveCombiner combiner_;
};

// The positions of a collective's moves.
Range positions_of_collective(const Story& story, int collective_id);

}  // namespace zerolab
