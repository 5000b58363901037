// The stages of ZeRO, written down: the only code that reads config.stage.
#include "core/base/error.hpp"
#include "core/zero/plan/step_plan.hpp"

namespace zerolab {

namespace {

AtRest at_rest_in(int stage) {
  const auto shard_from = [&](int first) { return stage >= first ? Extent::shard : Extent::whole; };
  return {shard_from(3), shard_from(2), shard_from(1)};
}

// In order, as many as the limit lets.
std::vector<int> persistent_units(const ZeroConfig& config, const std::vector<std::size_t>& units) {
  std::vector<int> persistent;
  std::size_t left = config.persistence_limit;
  for (std::size_t u = 0; u < units.size(); ++u) {
    if (units[u] >= config.persistence_threshold || units[u] > left) continue;
    left -= units[u];
    persistent.push_back(static_cast<int>(u));
  }
  return persistent;
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

  OpKind gather() const {
    switch (plan_.config.parameters) {
      case ParameterMove::all_gather: return OpKind::gather_parameters;
      case ParameterMove::broadcast: return OpKind::broadcast_parameters;
      case ParameterMove::all_reduce: return OpKind::all_reduce_parameters;
    }
    throw InvariantError("a ParameterMove without an operation");
  }

  OpKind restore() const {
    switch (plan_.config.parameters) {
      case ParameterMove::all_gather: return OpKind::all_gather_parameters;
      case ParameterMove::broadcast: return OpKind::broadcast_updates;
      case ParameterMove::all_reduce: return OpKind::all_reduce_updates;
    }
    throw InvariantError("a ParameterMove without an operation");
  }

  OpKind reduction() const {
    if (!shards(plan_.at_rest.optimizer)) return OpKind::all_reduce_gradients;
    switch (plan_.config.gradients) {
      case GradientMove::reduce_scatter: return OpKind::reduce_scatter_gradients;
      case GradientMove::all_reduce: return OpKind::all_reduce_gradients;
      case GradientMove::reduce: return OpKind::reduce_gradients;
    }
    throw InvariantError("a GradientMove without an operation");
  }

  // Stage 3 gathers a unit for each use and releases it after: never two units at once.
  void with_parameters(int unit, const StepOp& use) {
    const bool gathers = shards(parameters_at_rest(plan_, unit));
    if (gathers) add({gather(), unit});
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
    add({reduction(), unit});
    add({OpKind::accumulate_shard, unit});
    add({OpKind::close_bucket, unit});
  }

  // Whole gradients were summed over micro-steps where they lie; ranks are summed once.
  void reduce_at_the_boundary(int unit) {
    if (shards(plan_.at_rest.gradients)) return;
    add({reduction(), unit});
  }

  // Whole parameters of which each rank has updated its own part only must be made whole again.
  void update(int unit) {
    add({OpKind::update, unit});
    if (shards(plan_.at_rest.optimizer) && !shards(parameters_at_rest(plan_, unit))) {
      add({restore(), unit});
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
  plan.persistent = persistent_units(config, plan.unit_elements);
  if (config.partition == Partition::owner) {
    plan.owners = deal_units(plan.unit_elements, config.world_size);
  }
  Writer(plan).write();
  return plan;
}

}  // namespace zerolab
