// The state as text, for terminals and for those who cannot see the picture: who holds what of
// which chunk, what moves, and the sentence.
#pragma once

#include <optional>
#include <string>

#include "viz/playback/differences.hpp"
#include "viz/playback/playback.hpp"

namespace zerolab {

// Lines of at most some 100 columns for up to 16 ranks. A cell shows which ranks' inputs are in as
// digits, rank 0 last ("0111": ranks 0, 1 and 2), from 9 ranks on how many; '.' is nobody's. Cells
// that the shown step has written, or is writing, stand in brackets.
std::string text_view(const Story& story, const PlaybackState& state, double logical_time,
                      std::optional<int> pinned_rank);

struct TextRun {
  const Story& story;
  const PlaybackState& state;
  double logical_time = 0;  // its own
};

// Two runs at a common time: one below the other under their titles, then all that differs in the
// shown step.
std::string pair_text_view(const TextRun& left, const TextRun& right, const Alignment& alignment,
                           double time, std::span<const TransferDifference> differences,
                           const RunTitles& titles, std::optional<int> pinned_rank);

}  // namespace zerolab
