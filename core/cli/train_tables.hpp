// What a training run shows to people: per rank, what moved and what was stored, measured beside
// predicted. Everything returns text that ends with a newline.
#pragma once

#include <string>

#include "core/zero/engine/train.hpp"

namespace zerolab {

// Slices by reduce-scatter and all-gather, and no unit that stays whole in stage 3.
bool moves_as_usual(const ZeroConfig& zero);

// What runs: `title` ("tiny, stage 3"), Ψ, the ranks, the batch.
std::string run_heading(std::string_view title, const TrainOptions& options);

// Elements sent, then received, per rank over all steps: gradients and parameters, and the small
// collectives (norm, loss) apart.
std::string traffic_tables(const TrainReport& report);

// Collectives that each rank issued per step, by kind.
std::string collectives_line(const TrainReport& report);

// Bytes per rank at rest and at the peak, and by category on the rank that holds most.
std::string memory_tables(const TrainReport& report);

// The process's resident memory beside the ledgers' sum.
std::string resident_line(const TrainReport& report);

// "Measured equals predicted …", or which ranks differ.
std::string agreement_line(const TrainReport& report);

}  // namespace zerolab
