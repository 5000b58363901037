// zerolab train --ds-config: the run that a DeepSpeed configuration asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/zero/engine/train.hpp"

namespace zerolab {

// What the command line says in place of the file.
struct InPlaceOfFile {
  std::optional<int> micro_steps;
  std::optional<int> batch;  // sequences per rank and micro-step
};

// Sets stage, precision, collectives, micro-steps, clipping, batch and AdamW's numbers in `options`
// as the file says for options.zero.world_size ranks; what it does not set stays. Returns what the
// file asks for and this run leaves out, a sentence each. Throws an input Error, one line, for a
// file that cannot be read or that asks for what cannot run here.
std::vector<std::string> apply_ds_config(const std::string& path, const InPlaceOfFile& instead,
                                         TrainOptions& options);

}  // namespace zerolab
