// The order of a trace: which operations and steps of collectives follow one another.
#pragma once

#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

struct BeatList {
  std::vector<Beat> beats;
  std::vector<ChunkMove> moves;         // by beat; in a beat by source, then chunk
  std::vector<Range> collective_beats;  // by collective id
};

// What Beat and Story promise. The trace's events are without a fault of core/trace/check.hpp.
// Throws the Errors of fold_slices, and one where rank 0 issues a collective twice.
BeatList make_beats(const Trace& trace);

}  // namespace zerolab
