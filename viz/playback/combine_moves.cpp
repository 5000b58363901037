#include "viz/playback/combine_moves.hpp"

#include <algorithm>

#include "core/schedule/definition.hpp"

namespace zerolab {

void combine_counts(Combine combine, std::uint8_t* target, const std::uint8_t* source,
                    std::size_t n) {
  switch (combine) {
    case Combine::copy: std::copy(source, source + n, target); return;
    case Combine::add:
      for (std::size_t i = 0; i < n; ++i) {
        const auto sum = static_cast<std::uint8_t>(target[i] + source[i]);
        target[i] = sum < target[i] ? std::uint8_t{255} : sum;
      }
      return;
  }
}

std::vector<std::uint8_t> input_contributions(const CollectiveInfo& info, int world_size,
                                              std::span<const int> chunks) {
  const auto n = static_cast<std::size_t>(world_size);
  const Schedule definition{info.collective,  info.algorithm, world_size,
                            info.chunk_count, info.root,      {}};
  std::vector<std::uint8_t> contributions(n * chunks.size() * n);
  std::size_t own = 0;  // the rank's own contribution to the chunk at hand
  for (int rank = 0; rank < world_size; ++rank) {
    for (const int chunk : chunks) {
      if (has_input(definition, rank, chunk)) contributions[own] = 1;
      own += n;
    }
    ++own;
  }
  return contributions;
}

void MoveCombiner::apply(std::span<const ChunkMove> batch, int world_size, int chunk_count,
                         std::vector<std::uint8_t>& contributions) {
  const auto n = static_cast<std::size_t>(world_size);
  const auto chunks = static_cast<std::size_t>(chunk_count);
  const auto cell_of = [&](int rank, int chunk) {
    return static_cast<std::size_t>(rank) * chunks + static_cast<std::size_t>(chunk);
  };
  if (read_in_.size() < n * chunks) {
    read_in_.resize(n * chunks);
    kept_in_.resize(n * chunks);
    kept_at_.resize(n * chunks);
  }
  ++batch_;
  kept_.clear();
  for (const ChunkMove& move : batch) read_in_[cell_of(move.source, move.chunk)] = batch_;
  for (const ChunkMove& move : batch) {
    const std::size_t from = cell_of(move.source, move.chunk);
    const std::size_t to = cell_of(move.destination, move.chunk);
    std::uint8_t* const target = contributions.data() + to * n;
    if (read_in_[to] == batch_ && kept_in_[to] != batch_) {
      kept_in_[to] = batch_;
      kept_at_[to] = kept_.size();
      kept_.insert(kept_.end(), target, target + n);
    }
    const bool overwritten = kept_in_[from] == batch_;
    const std::uint8_t* const source =
        overwritten ? kept_.data() + kept_at_[from] : contributions.data() + from * n;
    combine_counts(move.combine, target, source, n);
  }
}

}  // namespace zerolab
