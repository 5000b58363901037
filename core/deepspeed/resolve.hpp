// What a configuration decides, and which keys decided it: the stage, which collective moves
// gradients and parameters, how often, and the batch. All else is ignored here.
//
// The collectives follow tests/facts/deepspeed_collectives.csv; the test compares every row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/deepspeed/ds_config.hpp"
#include "core/deepspeed/key_table.hpp"
#include "core/zero/plan/config.hpp"

namespace zerolab {

enum class OffloadDevice { none, cpu, nvme };
std::string_view to_string(OffloadDevice device);

// One decision, in the words of a reader: what, and the keys (DsConfig::mention) that made it so.
struct Decision {
  std::string topic;                    // "gradients"
  std::string outcome;                  // "all_reduce, then each rank keeps its own part"
  std::vector<std::string> decided_by;  // "stage = 2 (line 3)", "contiguous_gradients = false …"
};

// train_batch_size = micro_batch × micro_steps × ranks.
struct BatchArithmetic {
  std::int64_t train_batch = 1;
  std::int64_t micro_batch = 1;  // sequences per rank and micro-step
  int micro_steps = 1;           // gradient_accumulation_steps, M
  bool given = false;            // neither batch size is set: micro_batch is assumed
};

// The type that parameters and gradients have and travel in.
enum class TrainedIn { fp32, fp16, bf16 };
std::string_view to_string(TrainedIn type);

struct Resolved {
  ZeroConfig zero;  // what zerolab's plan is made from; fp16 counts as bf16
  TrainedIn trained_in = TrainedIn::fp32;
  BatchArithmetic batch;
  bool contiguous_gradients = true;  // what holds, after offload forced it
  bool reduce_scatter_acts = true;   // false: set or not, it changes nothing
  bool overlap_comm = false;
  std::int64_t reduce_bucket = 0;  // elements; likewise the next
  std::int64_t prefetch_bucket = 0;
  std::int64_t live_parameters = 0;
  std::int64_t sub_group = 0;
  OffloadDevice optimizer_offload = OffloadDevice::none;
  OffloadDevice parameter_offload = OffloadDevice::none;
  std::vector<Decision> decisions;       // stage, gradients, parameters, micro-steps, precision
  std::vector<std::string> assumptions;  // sentences: "auto", and missing numbers

  const Decision& decision(std::string_view topic) const;
};

// What the file asks for on `ranks` ranks. `micro_steps` takes the place of
// gradient_accumulation_steps and train_batch_size. Throws an input Error for a stage outside
// 0 … 3, numbers that contradict each other (it shows all of them), fp16 and bf16 both on.
Resolved resolve(const DsConfig& config, int ranks, std::optional<int> micro_steps = std::nullopt);

// Whether a key's condition holds.
bool condition_holds(KeyCondition condition, const DsConfig& config, const Resolved& resolved);

}  // namespace zerolab
