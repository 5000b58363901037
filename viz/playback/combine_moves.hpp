// The rule by which contributions move, for the replay and for the sentence.
//
// Who has input of a chunk (has_input of core/schedule/definition.hpp) begins with its own
// contribution once. A move with add adds the source's counts to the destination's, 255 standing
// for all that is more; copy replaces them. The moves of a batch all read what was there before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

// [rank][i][contributor] at the collective's begin, for the given chunks.
std::vector<std::uint8_t> input_contributions(const CollectiveInfo& info, int world_size,
                                              std::span<const int> chunks);

// Into `target` what arrives from `source`, both by contributor, `n` of them.
void combine_counts(Combine combine, std::uint8_t* target, const std::uint8_t* source,
                    std::size_t n);

class MoveCombiner {
 public:
  // `contributions` is [rank][chunk][contributor], with so many chunks.
  void apply(std::span<const ChunkMove> batch, int world_size, int chunk_count,
             std::vector<std::uint8_t>& contributions);

 private:
  // A cell is one chunk on one rank. Numbers of batches say for which batch an entry was made.
  std::uint64_t batch_ = 0;
  std::vector<std::uint64_t> read_in_;  // [cell]: the last batch that reads it
  std::vector<std::uint64_t> kept_in_;  // [cell]: the last batch that has overwritten it
  std::vector<std::size_t> kept_at_;    // [cell]: where in kept_ the counts from before are
  std::vector<std::uint8_t> kept_;
};

}  // namespace zerolab
