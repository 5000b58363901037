// A training run for programs: see json_output.hpp for the shape.
#pragma once

#include "core/cli/json_output.hpp"
#include "core/zero/engine/train.hpp"

namespace zerolab {

// The whole report of one run: config, losses, weights_hash, and per rank elements and bytes,
// measured beside predicted.
Json to_json(const TrainReport& report);

}  // namespace zerolab
