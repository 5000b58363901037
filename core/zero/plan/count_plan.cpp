#include "core/zero/plan/count_plan.hpp"

#include <map>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

// Per rank. Chains turn with their root: rank r + k does for root k what rank r does for root 0, so
// that one schedule per size is enough for N roots.
class Counted {
 public:
  explicit Counted(int world_size) : world_size_(world_size) {}

  const Traffic& of(const IssuedCollective& issued, int rank) {
    const bool rooted = issued.root >= 0;
    std::vector<Traffic>& traffic = counted_[{issued.collective, issued.elements}];
    if (traffic.empty()) {
      const Schedule schedule =
          build_schedule(issued.collective, world_size_, rooted ? std::optional(0) : std::nullopt);
      traffic = count_per_rank(schedule, {issued.elements, schedule.chunk_count});
    }
    const int turned = rooted ? (rank - issued.root + world_size_) % world_size_ : rank;
    return traffic[static_cast<std::size_t>(turned)];
  }

 private:
  int world_size_;
  std::map<std::pair<Collective, std::size_t>, std::vector<Traffic>> counted_;
};

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
    case OpKind::reduce_gradients:
    case OpKind::all_reduce_gradients: return Purpose::gradients;
    case OpKind::gather_parameters:
    case OpKind::broadcast_parameters:
    case OpKind::all_reduce_parameters:
    case OpKind::all_gather_parameters:
    case OpKind::broadcast_updates:
    case OpKind::all_reduce_updates: return Purpose::parameters;
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

std::vector<IssuedCollective> issued_by(const StepPlan& plan, const StepOp& op) {
  const auto collective = collective_of(op.kind);
  if (!collective) return {};
  const int n = plan.config.world_size;
  if (op.unit < 0) return {{*collective, static_cast<std::size_t>(n), -1}};  // a number per rank
  const bool rooted = *collective == Collective::broadcast || *collective == Collective::reduce;
  if (!rooted) return {{*collective, plan.unit_elements[static_cast<std::size_t>(op.unit)], -1}};
  std::vector<IssuedCollective> issued;
  for (int owner = 0; owner < n; ++owner) {
    if (!plan.owners.empty() && plan.owners[static_cast<std::size_t>(op.unit)] != owner) continue;
    issued.push_back({*collective, own_range(plan, op.unit, owner).size(), owner});
  }
  return issued;
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
  Counted counted(n);
  std::vector<StepTraffic> ranks(static_cast<std::size_t>(n));
  for (const StepOp& op : plan.ops) {
    for (const IssuedCollective& issued : issued_by(plan, op)) {
      for (int rank = 0; rank < n; ++rank) {
        ranks[static_cast<std::size_t>(rank)].of(purpose_of(op.kind)) += counted.of(issued, rank);
      }
    }
  }
  return ranks;
}

StepCollectives collectives_of_step(const StepPlan& plan) {
  StepCollectives issued;
  for (const StepOp& op : plan.ops) {
    for (const IssuedCollective& each : issued_by(plan, op)) {
      auto& counts = is_large(purpose_of(op.kind)) ? issued.large : issued.small;
      ++counts[static_cast<std::size_t>(each.collective)];
    }
  }
  return issued;
}

}  // namespace zerolab
