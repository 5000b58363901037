// The stages of ZeRO, written down: the only code that reads config.stage.
#include "core/base/error.hpp"
#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

namespace {

AtRest at_rest_in(int stage) {
  const auto shard_from = [&](int first) { return stage >= first ? Extent::shard : Extent::whole; };
  return {shard_from(3), shard_from(2), shard_from(1)};
}

class Writer {
 public:
  explicit Writer(StepPlan& plan)
      : plan_(plan), units_(static_cast<int>(plan.unit_elements.size())) {}

  void write() {
    add({OpKind::zero_gradients});
    for (int m = 0; m < plan_.config.micro_steps; ++m) {
      for (int unit = 0; unit < units_; ++unit) with_parameters(unit, {OpKind::forward, unit, m});
      for (int unit = units_ - 1; unit >= 0; --unit) backward(unit, m);
    }
    for (int unit = 0; unit < units_; ++unit) reduce_at_the_boundary(unit);
    if (plan_.config.clip) add({OpKind::gather_norm});
    for (int unit = 0; unit < units_; ++unit) update(unit);
    add({OpKind::gather_loss});
  }

 private:
  bool shards(Extent extent) const { return extent == Extent::shard; }
  void add(const StepOp& op) { plan_.ops.push_back(op); }

  // Stage 3 gathers a unit for each use and releases it after: never two units at once.
  void with_parameters(int unit, const StepOp& use) {
    const bool gathers = shards(plan_.at_rest.parameters);
    if (gathers) add({OpKind::gather_parameters, unit});
    add(use);
    if (gathers) add({OpKind::release_parameters, unit});
  }

  // With sharded gradients a unit's whole gradient lives in a bucket, and only until it is
  // reduced: the shard at rest accumulates over micro-steps.
  void backward(int unit, int micro_step) {
    const bool buckets = shards(plan_.at_rest.gradients);
    if (buckets) add({OpKind::open_bucket, unit});
    with_parameters(unit, {OpKind::backward, unit, micro_step});
    if (!buckets) return;
    add({OpKind::reduce_scatter_gradients, unit});
    add({OpKind::accumulate_shard, unit});
    add({OpKind::close_bucket, unit});
  }

  // Whole gradients were summed over micro-steps where they lie; ranks are summed once.
  void reduce_at_the_boundary(int unit) {
    if (shards(plan_.at_rest.gradients)) return;
    add({shards(plan_.at_rest.optimizer) ? OpKind::reduce_scatter_gradients
                                         : OpKind::all_reduce_gradients,
         unit});
  }

  // Whole parameters of which each rank has updated its chunk only must be made whole again.
  void update(int unit) {
    add({OpKind::update, unit});
    if (shards(plan_.at_rest.optimizer) && !shards(plan_.at_rest.parameters)) {
      add({OpKind::all_gather_parameters, unit});
    }
  }

  StepPlan& plan_;
  int units_;
};

}  // namespace

StepPlan make_plan(const ZeroConfig& config, std::vector<std::size_t> unit_elements) {
  check(config);
  if (unit_elements.empty()) throw input_error("a plan of 0 units: a model has at least 1");
  StepPlan plan{config, std::move(unit_elements), at_rest_in(config.stage), {}};
  Writer(plan).write();
  return plan;
}

}  // namespace zerolab
