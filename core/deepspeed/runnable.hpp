// A DeepSpeed configuration as options of zerolab's own trainer: `train --ds-config FILE`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/deepspeed/ds_config.hpp"
#include "core/zero/plan/config.hpp"

namespace zerolab {

struct RunnableTraining {
  ZeroConfig zero;           // world_size, micro_steps, clip and the moves included
  std::optional<int> batch;  // sequences per rank and micro-step; the following: none where unset
  std::optional<double> learning_rate, beta1, beta2, epsilon, weight_decay;
  std::optional<double> clip_norm;
  std::vector<std::string>
      notes;  // what the file asks for and this run leaves out, a sentence each
};

// Throws one input Error, one line, that names the key and the way out, for what zerolab explains
// but cannot run: fp16, offload, NVMe, ZeRO++ (hpZ too), MiCS, another optimizer than Adam(W); and
// what resolve() throws.
RunnableTraining runnable_training(const DsConfig& config, int world_size,
                                   std::optional<int> micro_steps = std::nullopt);

}  // namespace zerolab
