// Stages 0 to 3 side by side: the same seed, so that all that differs is what the stage changes.
#pragma once

#include <string>
#include <vector>

#include "core/zero/engine/train.hpp"

namespace zerolab {

// One run per stage, in the order 0 … 3. `shows_progress` is called with each stage's progress.
std::vector<TrainReport> train_all_stages(
    TrainOptions options, const Corpus& corpus,
    const std::function<void(int stage, const StepProgress&)>& on_step);

// Losses and weights that must be bitwise equal for this many micro-steps and are not, one
// sentence each; empty when all is well. With M = 1 all four stages agree; with M > 1, 0 with 1 and
// 2 with 3: stages 2 and 3 sum over ranks before micro-steps, stages 0 and 1 the other way round.
std::vector<std::string> bitwise_differences(const std::vector<TrainReport>& reports);

// The table, a sentence per stage on what changed, and what the equality means.
std::string comparison(const std::vector<TrainReport>& reports);

}  // namespace zerolab
