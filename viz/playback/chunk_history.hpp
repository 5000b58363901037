// What the ranks held of some of a collective's chunks before a beat, from the story alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

class ChunkHistory {
 public:
  // Before `beat`, a step of a collective. Replays those moves of the collective that concern the
  // chunks (ascending).
  ChunkHistory(const Story& story, const Beat& beat, std::vector<int> chunks);

  // By contributor. The chunk is one of those.
  std::span<const std::uint8_t> held(int rank, int chunk) const;

  // What `rank` holds of the chunk once those moves that bring it there have arrived.
  std::vector<std::uint8_t> after(int rank, int chunk, std::span<const ChunkMove> moves) const;

 private:
  std::size_t world_size_;
  std::vector<int> chunks_;
  std::vector<std::uint8_t> contributions_;  // [rank][place in chunks_][contributor]
};

}  // namespace zerolab
