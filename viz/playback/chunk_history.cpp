#include "viz/playback/chunk_history.hpp"

#include <algorithm>
#include <utility>

#include "viz/playback/combine_moves.hpp"

namespace zerolab {

ChunkHistory::ChunkHistory(const Story& story, const Beat& beat, std::vector<int> chunks)
    : world_size_(static_cast<std::size_t>(story.world_size())), chunks_(std::move(chunks)) {
  const auto& info = story.header().collectives[static_cast<std::size_t>(beat.collective_id)];
  contributions_ = input_contributions(info, story.world_size(), chunks_);
  std::vector<int> place_of(static_cast<std::size_t>(info.chunk_count), -1);
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    place_of[static_cast<std::size_t>(chunks_[i])] = static_cast<int>(i);
  }
  MoveCombiner combiner;
  std::vector<ChunkMove> batch;
  const Range beats = story.beats_of_collective(beat.collective_id);
  for (std::size_t b = beats.begin; story.beats()[b].first_move < beat.first_move; ++b) {
    batch.clear();
    for (ChunkMove move : story.moves_of(story.beats()[b])) {
      move.chunk = place_of[static_cast<std::size_t>(move.chunk)];
      if (move.chunk >= 0) batch.push_back(move);
    }
    combiner.apply(batch, story.world_size(), static_cast<int>(chunks_.size()), contributions_);
  }
}

std::span<const std::uint8_t> ChunkHistory::held(int rank, int chunk) const {
  const auto place = static_cast<std::size_t>(
      std::lower_bound(chunks_.begin(), chunks_.end(), chunk) - chunks_.begin());
  return std::span(contributions_)
      .subspan((static_cast<std::size_t>(rank) * chunks_.size() + place) * world_size_,
               world_size_);
}

std::vector<std::uint8_t> ChunkHistory::after(int rank, int chunk,
                                              std::span<const ChunkMove> moves) const {
  const auto before = held(rank, chunk);
  std::vector<std::uint8_t> counts(before.begin(), before.end());
  for (const ChunkMove& move : moves) {
    if (move.destination != rank || move.chunk != chunk) continue;
    combine_counts(move.combine, counts.data(), held(move.source, chunk).data(), counts.size());
  }
  return counts;
}

}  // namespace zerolab
