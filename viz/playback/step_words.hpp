// What one rank does in a step of a collective, in words.
#pragma once

#include <string>

#include "viz/playback/story.hpp"

namespace zerolab {

// "rank 2 adds its own chunk 3 to what rank 1 sent; it now holds ranks 0, 1, 2." `beat` is a step.
std::string step_words(const Story& story, const Beat& beat, int rank);

}  // namespace zerolab
