// Trains with a plan: one rank's side. It does what the operations say and never asks the stage.
//
// Order of calls: step(0), step(1), …, all ranks together. What moved is read off the transport's
// counters around each operation, so that "measured" is never the prediction read back.
#pragma once

#include <cstdint>

#include "core/execute/collectives.hpp"
#include "core/model/adamw.hpp"
#include "core/model/data.hpp"
#include "core/zero/engine/ledger.hpp"
#include "core/zero/engine/state.hpp"
#include "core/zero/plan/count_plan.hpp"

namespace zerolab {

struct EngineOptions {
  AdamWConfig adamw;
  float clip_norm = 1.0F;  // the gradient's largest global norm; read only where the plan clips
  std::uint64_t seed = 0;  // of the initial weights and of the batches
  CollectiveOptions collectives;
};

// One training step, on this rank.
struct StepResult {
  float loss = 0;           // mean over ranks and micro-steps, nats per byte, before the update
  float gradient_norm = 0;  // of the mean gradient, before clipping; 0 where the plan does not clip
  StepTraffic measured;
  StepCollectives issued;
};

class Engine {
 public:
  // All references outlive the engine; `recorder` may be nullptr.
  Engine(const StepPlan& plan, const Gpt& model, const Corpus& corpus, const EngineOptions& options,
         Transport& transport, Recorder* recorder);

  // Step `train_step` (from 0). Sequence b of rank r in micro-step m is number
  // ((train_step·M + m)·N + r)·batch + b of the run, so that one rank with N times the batch sees
  // what N ranks see together.
  StepResult step(int train_step);

  const Ledger& ledger() const { return ledger_; }
  const RankState& state() const { return state_; }
  const StepPlan& plan() const { return plan_; }
  Collectives& collectives() { return collectives_; }

 private:
  DType parameter_type() const { return state_.parameter_type(); }
  void run(const StepOp& op, StepResult& result);
  void zero_gradients();
  void gather_parameters(UnitState& unit, const StepOp& op);
  void make_whole(const UnitState& unit, const StepOp& op, std::string_view purpose);
  void reduce_gradients(const UnitState& unit, const StepOp& op);
  void forward(const StepOp& op);
  void backward(const StepOp& op);
  void accumulate_shard(UnitState& unit);
  float gather_norm();
  void update(const StepOp& op);
  float gather_loss();
  void load_batch(int micro_step);
  TypedSpan usable_parameters(const UnitState& unit) const;  // whole, gathered or at rest
  TypedSpan whole_gradient(const UnitState& unit) const;     // its bucket, or at rest
  std::span<const float> in_fp32(TypedSpan values, std::span<float> room) const;
  double sum_over_ranks(float own, std::string_view what);

  const StepPlan& plan_;
  const Gpt& model_;
  const Corpus& corpus_;
  EngineOptions options_;
  Transport& transport_;
  Recorder* recorder_;
  Ledger ledger_;
  RankState state_;
  Collectives collectives_;

  int train_step_ = 0;
  int loaded_micro_step_ = -1;  // whose batch is in inputs() and targets()
  double loss_sum_ = 0;         // over the micro-steps so far
  float clip_factor_ = 1;
};

}  // namespace zerolab
