#include "core/zero/plan/verify_plan.hpp"

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/zero/plan/text_plan.hpp"

namespace zerolab {

namespace {

constexpr std::size_t max_findings = 100;

using Kind = PlanFindingKind;
using Times = std::vector<int>;  // [micro-step]: how often its gradient is in a buffer

// How much of a buffer holds the sum over ranks rather than this rank's own gradient.
enum class Reduced { nothing, own_part, everything };

struct GradientBuffer {
  Times times;
  Reduced reduced = Reduced::nothing;
};

struct UnitState {
  bool gathered = false;
  bool bucket_open = false;
  bool updated = false;
  bool stale = false;  // whole parameters at rest: other ranks' parts are from before the update
  Times forwards, backwards;
  GradientBuffer bucket, at_rest;
};

class Run {
 public:
  explicit Run(const StepPlan& plan) : plan_(plan) {
    const Times never(static_cast<std::size_t>(plan.config.micro_steps), 0);
    UnitState fresh;
    fresh.forwards = fresh.backwards = fresh.bucket.times = fresh.at_rest.times = never;
    units_.assign(plan.unit_elements.size(), fresh);
  }

  std::vector<PlanFinding> findings() {
    for (const StepOp& op : plan_.ops) {
      if (exists(op)) run(op);
      ++index_;
    }
    check_end();
    return std::move(findings_);
  }

 private:
  void find(Kind kind, int unit, std::string_view what) {
    if (findings_.size() == max_findings) return;
    const auto ops = static_cast<int>(plan_.ops.size());
    std::string where = "at the end of the step";
    if (index_ < ops) {
      where =
          fmt::format("op {} ({})", index_, to_text(plan_.ops[static_cast<std::size_t>(index_)]));
    }
    findings_.push_back({kind, index_, unit, fmt::format("{}: {}", where, what)});
  }

  bool exists(const StepOp& op) {
    const bool unit_fits = concerns_a_unit(op.kind)
                               ? op.unit >= 0 && op.unit < static_cast<int>(units_.size())
                               : op.unit == -1;
    const bool micro_step_fits =
        concerns_a_micro_step(op.kind)
            ? op.micro_step >= 0 && op.micro_step < plan_.config.micro_steps
            : op.micro_step == -1;
    if (unit_fits && micro_step_fits) return true;
    find(Kind::malformed, op.unit,
         fmt::format("there are units 0 to {} and micro-steps 0 to {}", units_.size() - 1,
                     plan_.config.micro_steps - 1));
    return false;
  }

  void run(const StepOp& op) {
    UnitState* unit = op.unit < 0 ? nullptr : &units_[static_cast<std::size_t>(op.unit)];
    switch (op.kind) {
      case OpKind::zero_gradients: zero_gradients(); break;
      case OpKind::gather_parameters:
      case OpKind::broadcast_parameters:
      case OpKind::all_reduce_parameters: gather(op, *unit); break;
      case OpKind::forward: forward(op, *unit); break;
      case OpKind::backward: backward(op, *unit); break;
      case OpKind::release_parameters:
        if (!unit->gathered) find(Kind::parameters_missing, op.unit, "the unit is not gathered");
        unit->gathered = false;
        break;
      case OpKind::open_bucket: open_bucket(op, *unit); break;
      case OpKind::reduce_scatter_gradients:
      case OpKind::reduce_gradients: reduce(op, *unit, Reduced::own_part); break;
      case OpKind::all_reduce_gradients: reduce(op, *unit, Reduced::everything); break;
      case OpKind::accumulate_shard: accumulate(op, *unit); break;
      case OpKind::close_bucket: close_bucket(op, *unit); break;
      case OpKind::gather_norm: gather_norm(); break;
      case OpKind::update: update(op, *unit); break;
      case OpKind::all_gather_parameters:
      case OpKind::broadcast_updates:
      case OpKind::all_reduce_updates:
        if (parameters_at_rest(plan_, op.unit) == Extent::shard) {
          find(Kind::gathered_twice, op.unit, "no whole parameters are at rest to gather into");
        } else if (!unit->stale) {
          find(Kind::order, op.unit, "nothing was updated since the last time");
        }
        unit->stale = false;
        break;
      case OpKind::gather_loss: gather_loss(); break;
    }
  }

  void zero_gradients() {
    for (std::size_t u = 0; u < units_.size(); ++u) {
      for (const int times : units_[u].at_rest.times) {
        if (times > 0) find(Kind::gradient_lost, static_cast<int>(u), "a gradient is set to 0");
      }
      units_[u].at_rest.times.assign(units_[u].at_rest.times.size(), 0);
    }
    zeroed_ = true;
  }

  void gather(const StepOp& op, UnitState& unit) {
    if (parameters_at_rest(plan_, op.unit) == Extent::whole) {
      find(Kind::gathered_twice, op.unit, "the whole parameters are at rest already");
    }
    if (unit.gathered) find(Kind::gathered_twice, op.unit, "the unit is gathered already");
    unit.gathered = true;
  }

  void need_parameters(const StepOp& op, const UnitState& unit) {
    if (parameters_at_rest(plan_, op.unit) == Extent::shard && !unit.gathered) {
      find(Kind::parameters_missing, op.unit, "the unit's parameters are not gathered");
    }
    if (unit.updated) find(Kind::order, op.unit, "the unit was updated before");
  }

  void forward(const StepOp& op, UnitState& unit) {
    need_parameters(op, unit);
    if (++unit.forwards[static_cast<std::size_t>(op.micro_step)] > 1) {
      find(Kind::order, op.unit, "the second forward of this unit and micro-step");
    }
  }

  void backward(const StepOp& op, UnitState& unit) {
    need_parameters(op, unit);
    const auto m = static_cast<std::size_t>(op.micro_step);
    if (unit.forwards[m] == 0) find(Kind::order, op.unit, "there was no forward before it");
    if (++unit.backwards[m] > 1) {
      find(Kind::order, op.unit, "the second backward of this unit and micro-step");
    }
    GradientBuffer* target = &unit.at_rest;
    if (plan_.at_rest.gradients == Extent::shard) {
      if (!unit.bucket_open) {
        find(Kind::bucket, op.unit, "no bucket is open and the gradients at rest are a shard");
        return;
      }
      target = &unit.bucket;
    } else if (!zeroed_) {
      find(Kind::order, op.unit, "the gradients at rest were not set to 0");
    }
    if (target->reduced != Reduced::nothing) {
      find(Kind::order, op.unit, "the gradient it adds to was summed over ranks already");
    }
    ++target->times[m];
  }

  void open_bucket(const StepOp& op, UnitState& unit) {
    if (unit.bucket_open) find(Kind::bucket, op.unit, "the unit's bucket is open already");
    if (plan_.at_rest.gradients == Extent::whole) {
      find(Kind::bucket, op.unit, "whole gradients are at rest: no bucket is needed");
    }
    unit.bucket_open = true;
    unit.bucket = {Times(unit.bucket.times.size(), 0), Reduced::nothing};
  }

  void reduce(const StepOp& op, UnitState& unit, Reduced extent) {
    if (plan_.at_rest.gradients == Extent::shard && !unit.bucket_open) {
      find(Kind::bucket, op.unit, "no bucket is open");
      return;
    }
    GradientBuffer& buffer = unit.bucket_open ? unit.bucket : unit.at_rest;
    if (buffer.reduced != Reduced::nothing) {
      find(Kind::gradient_twice, op.unit, "the gradient was summed over ranks already");
    }
    buffer.reduced = extent;
  }

  void accumulate(const StepOp& op, UnitState& unit) {
    if (!unit.bucket_open) {
      find(Kind::bucket, op.unit, "no bucket is open");
      return;
    }
    if (unit.bucket.reduced == Reduced::nothing) {
      find(Kind::not_reduced, op.unit, "the bucket was not summed over ranks");
    }
    if (!zeroed_) find(Kind::order, op.unit, "the gradients at rest were not set to 0");
    for (std::size_t m = 0; m < unit.bucket.times.size(); ++m) {
      unit.at_rest.times[m] += unit.bucket.times[m];
    }
    unit.at_rest.reduced = unit.bucket.reduced;
    unit.bucket.times.assign(unit.bucket.times.size(), 0);
  }

  void close_bucket(const StepOp& op, UnitState& unit) {
    if (!unit.bucket_open) find(Kind::bucket, op.unit, "no bucket is open");
    for (const int times : unit.bucket.times) {
      if (times > 0) find(Kind::gradient_lost, op.unit, "the bucket's gradient was kept nowhere");
    }
    unit.bucket_open = false;
  }

  // Every micro-step's gradient is in the sum once.
  void need_gradient(int index, const UnitState& unit) {
    if (unit.at_rest.reduced == Reduced::nothing) {
      find(Kind::not_reduced, index, "the gradient was not summed over ranks");
    } else if (plan_.at_rest.optimizer == Extent::whole &&
               unit.at_rest.reduced == Reduced::own_part) {
      find(Kind::not_reduced, index, "only the own part of the gradient was summed over ranks");
    }
    for (std::size_t m = 0; m < unit.at_rest.times.size(); ++m) {
      const int times = unit.at_rest.times[m];
      if (times == 1) continue;
      find(times == 0 ? Kind::gradient_lost : Kind::gradient_twice, index,
           fmt::format("micro-step {}'s gradient of unit {} is in the sum {} times, should be 1", m,
                       index, times));
    }
  }

  void gather_norm() {
    if (!plan_.config.clip) find(Kind::order, -1, "the norm is not used");
    for (std::size_t u = 0; u < units_.size(); ++u) {
      need_gradient(static_cast<int>(u), units_[u]);
      if (units_[u].updated) find(Kind::order, static_cast<int>(u), "a unit was updated before");
    }
    has_norm_ = true;
  }

  void update(const StepOp& op, UnitState& unit) {
    need_gradient(op.unit, unit);
    if (plan_.config.clip && !has_norm_) find(Kind::order, op.unit, "the norm is not known yet");
    if (unit.updated) find(Kind::order, op.unit, "the unit was updated already");
    unit.updated = true;
    unit.stale = parameters_at_rest(plan_, op.unit) == Extent::whole &&
                 plan_.at_rest.optimizer == Extent::shard;
  }

  void gather_loss() {
    for (std::size_t u = 0; u < units_.size(); ++u) {
      for (const int times : units_[u].forwards) {
        if (times == 0) find(Kind::order, static_cast<int>(u), "a forward is still to come");
      }
    }
    has_loss_ = true;
  }

  void check_end() {
    for (std::size_t u = 0; u < units_.size(); ++u) {
      const int index = static_cast<int>(u);
      const UnitState& unit = units_[u];
      if (unit.gathered) find(Kind::left_open, index, fmt::format("unit {} is still gathered", u));
      if (unit.bucket_open) {
        find(Kind::left_open, index, fmt::format("unit {}'s bucket is still open", u));
      }
      if (!unit.updated) find(Kind::order, index, fmt::format("unit {} was not updated", u));
      if (unit.stale) {
        find(Kind::stale_parameters, index,
             fmt::format("unit {}'s parameters at rest are up to date in the own part only", u));
      }
    }
    if (!has_loss_) find(Kind::order, -1, "the loss was not gathered");
  }

  const StepPlan& plan_;
  std::vector<UnitState> units_;
  std::vector<PlanFinding> findings_;
  int index_ = 0;
  bool zeroed_ = false;
  bool has_norm_ = false;
  bool has_loss_ = false;
};

}  // namespace

std::string_view to_string(PlanFindingKind kind) {
  switch (kind) {
    case Kind::malformed: return "malformed";
    case Kind::parameters_missing: return "parameters missing";
    case Kind::gathered_twice: return "gathered twice";
    case Kind::bucket: return "bucket";
    case Kind::order: return "order";
    case Kind::gradient_lost: return "gradient lost";
    case Kind::gradient_twice: return "gradient twice";
    case Kind::not_reduced: return "not reduced";
    case Kind::stale_parameters: return "stale parameters";
    case Kind::left_open: return "left open";
  }
  throw InvariantError("a PlanFindingKind without a name");
}

std::vector<PlanFinding> verify(const StepPlan& plan) {
  return Run(plan).findings();
}

std::string first_difference(std::span<const StepPlan> plans) {
  const auto collectives = [](const StepPlan& plan) {
    std::vector<StepOp> ops;
    for (const StepOp& op : plan.ops) {
      if (collective_of(op.kind)) ops.push_back(op);
    }
    return ops;
  };
  if (plans.empty()) return "";
  const auto first = collectives(plans[0]);
  for (std::size_t rank = 1; rank < plans.size(); ++rank) {
    const auto other = collectives(plans[rank]);
    for (std::size_t i = 0; i < std::max(first.size(), other.size()); ++i) {
      const auto text = [&](const std::vector<StepOp>& ops) {
        return i < ops.size() ? to_text(ops[i]) : std::string("nothing more");
      };
      if (text(first) != text(other)) {
        return fmt::format("collective {}: rank 0 issues '{}', rank {} issues '{}'", i, text(first),
                           rank, text(other));
      }
    }
  }
  return "";
}

}  // namespace zerolab
