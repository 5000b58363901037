// The collective as a score: a row per rank, a column per step, in each the chunk that the rank
// sends. What is done is filled, what is to come is outlined, the present step has a frame.
// Brackets above name the phases.
#pragma once

#include "viz/scene/current.hpp"

namespace zerolab {

// The height that the score takes, at most `most`; 0 where there is nothing to show.
float score_height(const SceneInput& input, float most);

// The width that it takes where there is room enough.
float score_width(const SceneInput& input);

// Names each column "step K" (K from 0, the story's beat of it can be clicked).
void draw_score(Painter& painter, const Box& box, const SceneInput& input);

}  // namespace zerolab
