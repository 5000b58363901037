// One rank's memory through the whole trace, in as many columns as a picture has pixels.
#pragma once

#include <vector>

#include "core/base/memory.hpp"
#include "viz/playback/story.hpp"

namespace zerolab {

// Column c of n covers the beats that have a part in [c B/n, (c+1) B/n), B beats in all, and holds
// the bytes by category at the moment of the greatest total among them: a peak never gets lost.
std::vector<CategoryBytes> memory_history(const Story& story, int rank, int columns);

// Per category the most that the rank ever held.
CategoryBytes memory_peaks(const Story& story, int rank);

// Which categories any rank ever held a byte of.
std::array<bool, all_memory_categories.size()> memory_in_use(const Story& story);

// The bytes that stay from one training step to the next.
std::int64_t at_rest_bytes(const CategoryBytes& bytes);

}  // namespace zerolab
