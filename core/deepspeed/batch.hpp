// train_batch_size = micro_batch × gradient_accumulation_steps × ranks, from what is given of it.
#pragma once

#include <optional>

#include "core/deepspeed/resolve.hpp"

namespace zerolab {

// As DeepSpeed does: two of the three give the third; of one batch size alone, micro_steps is 1.
// `micro_steps` replaces gradient_accumulation_steps and sets train_batch_size aside. Throws an
// input Error that shows all numbers where they do not fit together.
BatchArithmetic batch_of(const DsConfig& config, int ranks, std::optional<int> micro_steps);

}  // namespace zerolab
