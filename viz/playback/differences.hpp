// What two runs do differently in one step.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viz/playback/alignment.hpp"

namespace zerolab {

// A transfer of one run beside the one that it stands for in the other. Both go out from the same
// rank where both are there.
struct TransferDifference {
  enum class Kind {
    chunk,     // another chunk to the same rank
    peer,      // to another rank
    combine,   // one is added, the other kept as it came
    elements,  // another number of elements
    missing,   // the right run's only
    extra,     // the left run's only
    contents   // other ranks' inputs are in the chunk: what an earlier difference led to
  };
  Kind kind = Kind::chunk;
  std::optional<ChunkMove> left;
  std::optional<ChunkMove> right;
  std::vector<std::uint8_t> left_held;  // what the chunk holds, by contributor; kind contents only
  std::vector<std::uint8_t> right_held;

  const std::optional<ChunkMove>& of(Side side) const { return side == Side::left ? left : right; }
  int source() const { return left ? left->source : right->source; }
};

// Of the two beats of a pair, by kind (contents last) and source. Costs as much as a seek.
std::vector<TransferDifference> differences_of(const Story& left, const Story& right,
                                               const BeatPair& pair);

// How the two runs are called within a sentence: "your run", "the right run".
struct RunTitles {
  std::string left = "the left run";
  std::string right = "the right run";
  const std::string& of(Side side) const { return side == Side::left ? left : right; }
};

// "Your run": a title at the beginning of a line. Names of files stay as they are.
std::string heading(const std::string& title);

// "Rank 2 sends chunk 2, the right run chunk 1."
std::string difference_words(const TransferDifference& difference, const RunTitles& titles);

// What differs in the step that is shown at `time`, in one sentence: the first difference, rather
// one of `pinned_rank`'s, and how many more there are. `differences` are those of that step.
//   "Rank 2 sends chunk 2, the right run chunk 1; 2 more transfers differ."
//   "Your run sends nothing in this step, the right run 4 messages."
//   "Both runs do the same in this step."
std::string difference_sentence(const Alignment& alignment, double time, const Story& left,
                                const Story& right, std::span<const TransferDifference> differences,
                                const RunTitles& titles, std::optional<int> pinned_rank);

// "ended: 2 messages fewer" where the run has ended and the other one goes on; empty otherwise.
std::string ended_words(const Alignment& alignment, double time, const Story& run,
                        const Story& other, Side side);

}  // namespace zerolab
