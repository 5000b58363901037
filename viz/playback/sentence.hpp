// The one sentence under the picture, made from the data.
#pragma once

#include <optional>
#include <string>

#include "viz/playback/playback.hpp"

namespace zerolab {

// What happens in the beat under way, or at a whole time what happened in the one just done; before
// a collective's first step what is there, after its last whether it kept its promise. All ranks do
// likewise in a step, so one is the example: `pinned_rank`, else the lowest that receives.
//   "Step 2 of 3: rank 2 adds its own chunk 3 to what rank 1 sent; it now holds ranks 0, 1, 2."
//   "Step 5 of 6: rank 0 receives chunk 2, complete, from rank 3 and keeps it."
//   "Forward through block 2: nothing is sent."
//   "Done: every rank holds every chunk of the sum over all ranks."
// The state is one of the story's playback. Costs as much as a seek does.
std::string sentence(const Story& story, const PlaybackState& state,
                     std::optional<int> pinned_rank = std::nullopt);

}  // namespace zerolab
