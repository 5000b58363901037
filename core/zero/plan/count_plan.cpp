#include "core/zero/plan/count_plan.hpp"

#include <map>
#include <utility>

#include "core/base/error.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

std::size_t elements_moved(const StepPlan& plan, const StepOp& op) {
  if (op.unit >= 0) return plan.unit_elements[static_cast<std::size_t>(op.unit)];
  return static_cast<std::size_t>(plan.config.world_size);  // one number per rank
}

}  // namespace

std::string_view to_string(Purpose purpose) {
  switch (purpose) {
    case Purpose::gradients: return "gradients";
    case Purpose::parameters: return "parameters";
    case Purpose::norm: return "norm";
    case Purpose::loss: return "loss";
  }
  throw InvariantError("a Purpose without a name");
}

bool is_large(Purpose purpose) {
  return purpose == Purpose::gradients || purpose == Purpose::parameters;
}

Purpose purpose_of(OpKind kind) {
  switch (kind) {
    case OpKind::reduce_scatter_gradients:
    case OpKind::all_reduce_gradients: return Purpose::gradients;
    case OpKind::gather_parameters:
    case OpKind::all_gather_parameters: return Purpose::parameters;
    case OpKind::gather_norm: return Purpose::norm;
    case OpKind::gather_loss: return Purpose::loss;
    case OpKind::zero_gradients:
    case OpKind::forward:
    case OpKind::backward:
    case OpKind::release_parameters:
    case OpKind::open_bucket:
    case OpKind::accumulate_shard:
    case OpKind::close_bucket:
    case OpKind::update: break;
  }
  throw InvariantError("an operation that issues no collective has no purpose");
}

Traffic StepTraffic::large() const {
  Traffic sum = of(Purpose::gradients);
  return sum += of(Purpose::parameters);
}

Traffic StepTraffic::small() const {
  Traffic sum = of(Purpose::norm);
  return sum += of(Purpose::loss);
}

Traffic StepTraffic::all() const {
  Traffic sum = large();
  return sum += small();
}

std::vector<StepTraffic> count_step(const StepPlan& plan) {
  const int n = plan.config.world_size;
  std::map<std::pair<Collective, std::size_t>, std::vector<Traffic>> counted;
  std::vector<StepTraffic> ranks(static_cast<std::size_t>(n));
  for (const StepOp& op : plan.ops) {
    const auto collective = collective_of(op.kind);
    if (!collective) continue;
    const std::size_t elements = elements_moved(plan, op);
    std::vector<Traffic>& traffic = counted[{*collective, elements}];
    if (traffic.empty()) {
      const Schedule schedule = build_schedule(*collective, n);
      traffic = count_per_rank(schedule, {elements, schedule.chunk_count});
    }
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      ranks[rank].of(purpose_of(op.kind)) += traffic[rank];
    }
  }
  return ranks;
}

StepCollectives collectives_of_step(const StepPlan& plan) {
  StepCollectives issued;
  for (const StepOp& op : plan.ops) {
    const auto collective = collective_of(op.kind);
    if (!collective) continue;
    auto& counts = is_large(purpose_of(op.kind)) ? issued.large : issued.small;
    ++counts[static_cast<std::size_t>(*collective)];
  }
  return issued;
}

}  // namespace zerolab
