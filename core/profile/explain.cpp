#include "core/profile/explain.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.hpp"
#include "core/zero/plan/count_plan.hpp"

namespace zerolab {

namespace {

using Counts = std::map<std::pair<Collective, std::size_t>, std::int64_t>;

Counts counts_of(const StepPlan& plan) {
  Counts counts;
  for (const StepOp& op : plan.ops) {
    for (const IssuedCollective& issued : issued_by(plan, op)) {
      ++counts[{issued.collective, issued.elements}];
    }
  }
  return counts;
}

// Per training step; a collective counts once, whichever ranks show it.
std::map<int, Counts> counts_of(const Trace& trace) {
  std::map<int, std::map<std::pair<int, int>, bool>> seen;  // [step][operation, collective]
  for (const Event& event : trace.events) {
    if (event.collective_id >= 0 && event.train_step >= 0) {
      seen[event.train_step][{event.plan_op, event.collective_id}] = true;
    }
  }
  std::map<int, Counts> steps;
  for (const auto& [step, collectives] : seen) {
    for (const auto& [instance, present] : collectives) {
      const CollectiveInfo& info =
          trace.header.collectives[static_cast<std::size_t>(instance.second)];
      ++steps[step][{info.collective, info.element_count}];
    }
  }
  return steps;
}

std::vector<CountedCollective> differing(const Counts& in_trace, const Counts& in_plan) {
  std::map<std::pair<Collective, std::size_t>, CountedCollective> both;
  for (const auto& [key, count] : in_trace) both[key] = {key.first, key.second, count, 0};
  for (const auto& [key, count] : in_plan) {
    CountedCollective& entry = both[key];
    entry.collective = key.first;
    entry.elements = key.second;
    entry.in_plan = count;
  }
  std::vector<CountedCollective> different;
  for (const auto& [key, entry] : both) {
    if (entry.in_trace != entry.in_plan) different.push_back(entry);
  }
  return different;
}

bool same(const std::vector<CountedCollective>& a, const std::vector<CountedCollective>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const CountedCollective& x, const CountedCollective& y) {
                      return x.collective == y.collective && x.elements == y.elements &&
                             x.in_trace == y.in_trace && x.in_plan == y.in_plan;
                    });
}

}  // namespace

Explanation explain(const Trace& trace, const ZeroConfig& config) {
  if (trace.header.units.empty()) {
    throw input_error(
        "the trace names no units, so no configuration can be compared: record one with "
        "`zerolab train --trace`");
  }
  if (config.world_size != trace.header.world_size) {
    throw input_error("the configuration is for {} ranks, the trace has {}", config.world_size,
                      trace.header.world_size);
  }
  const std::map<int, Counts> steps = counts_of(trace);
  if (steps.empty()) {
    throw input_error("the trace holds no collective of a training step: nothing to compare");
  }
  std::vector<std::size_t> units;
  for (const UnitInfo& unit : trace.header.units) units.push_back(unit.elements);
  const Counts planned = counts_of(make_plan(config, units));

  Explanation explanation;
  for (const auto& [key, count] : planned) {
    explanation.plan.push_back({key.first, key.second, 0, count});
  }
  for (const auto& [step, counts] : steps) {
    std::vector<CountedCollective> different = differing(counts, planned);
    if (different.empty()) continue;
    const auto alike =
        std::find_if(explanation.differences.begin(), explanation.differences.end(),
                     [&](const StepDifference& other) { return same(other.differing, different); });
    if (alike != explanation.differences.end()) {
      alike->train_steps.push_back(step);
    } else {
      explanation.differences.push_back({{step}, std::move(different)});
    }
  }
  return explanation;
}

}  // namespace zerolab
