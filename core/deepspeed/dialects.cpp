#include "core/deepspeed/dialects.hpp"

#include <array>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/deepspeed/step_traffic.hpp"

namespace zerolab {

namespace {

constexpr std::string_view at_boundary = "at the boundary";
constexpr std::string_view every_micro_step = "every micro-step";
constexpr std::string_view before_each_use = "before each forward and backward";

class Translator {
 public:
  explicit Translator(const ConfigExplanation& explanation)
      : explanation_(explanation),
        zero_(explanation.resolved.zero),
        units_(explanation.question.unit_elements),
        x_(moved_large(explanation.x).sent_by_all) {}

  DialectColumn deepspeed() const {
    DialectColumn column{
        Dialect::deepspeed, fmt::format("\"stage\": {}", zero_.stage), {}, "", 0, 0};
    for (const ExplainedMove& move : explanation_.moves) {
      if (move.rounds == 0) continue;
      add(column, move.purpose, move.collective, move.when, explanation_.traffic);
    }
    return finished(std::move(column), explanation_.traffic);
  }

  DialectColumn paper() const {
    DialectColumn column{Dialect::paper, paper_name(), {}, explanation_.ideal_formula, 0, 0};
    ZeroConfig config = plain();
    if (zero_.stage == 3) config.parameters = ParameterMove::broadcast;
    const std::vector<StepTraffic> traffic = step_traffic(config, units_);
    const std::string_view when = zero_.stage < 2 ? at_boundary : every_micro_step;
    add(column, Purpose::gradients, zero_.stage == 0 ? "all-reduce" : "reduce-scatter", when,
        traffic);
    if (zero_.stage == 3) {
      add(column, Purpose::parameters, "broadcast by each owner", before_each_use, traffic);
    } else if (zero_.stage > 0) {
      add(column, Purpose::parameters, "all-gather", "after the update", traffic);
    }
    return finished(std::move(column), traffic);
  }

  DialectColumn fsdp2() const {
    ZeroConfig config = plain();
    if (zero_.stage == 0) {
      DialectColumn column{Dialect::fsdp2, "DistributedDataParallel (DDP)", {}, "2x", 0, 0};
      const std::vector<StepTraffic> traffic = step_traffic(config, units_);
      add(column, Purpose::gradients, "all-reduce", "in the last micro-step (no_sync before)",
          traffic);
      return finished(std::move(column), traffic);
    }
    const bool reshards = zero_.stage == 3;
    DialectColumn column{
        Dialect::fsdp2,
        fmt::format("fully_shard(reshard_after_forward={})", reshards ? "True" : "False"),
        {},
        reshards ? "3Mx" : "2Mx",
        0,
        0};
    const std::vector<StepTraffic> traffic =
        reshards ? step_traffic(config, units_) : gathered_once_per_micro_step();
    add(column, Purpose::gradients, "reduce-scatter", every_micro_step, traffic);
    add(column, Purpose::parameters, "all-gather",
        reshards ? before_each_use : "before each forward", traffic);
    return finished(std::move(column), traffic);
  }

 private:
  ZeroConfig plain() const {
    ZeroConfig config = zero_;
    config.gradients = GradientMove::reduce_scatter;
    config.parameters = ParameterMove::all_gather;
    config.persistence_threshold = 0;
    return config;
  }

  std::string paper_name() const {
    constexpr std::array<std::string_view, 4> names{"data parallelism", "P_os", "P_os+g",
                                                    "P_os+g+p"};
    return std::string(names.at(static_cast<std::size_t>(zero_.stage)));
  }

  // Parameters gathered and gradients reduce-scattered once in each micro-step: M times stage 1.
  std::vector<StepTraffic> gathered_once_per_micro_step() const {
    ZeroConfig config = plain();
    config.stage = 1;
    std::vector<StepTraffic> traffic = step_traffic(config, units_);
    for (StepTraffic& rank : traffic) {
      for (const Purpose purpose : {Purpose::gradients, Purpose::parameters}) {
        rank.of(purpose).sent_elements *= zero_.micro_steps;
        rank.of(purpose).received_elements *= zero_.micro_steps;
      }
    }
    return traffic;
  }

  double multiple(std::int64_t sent) const {
    return x_ == 0 ? 0 : static_cast<double>(sent) / static_cast<double>(x_);
  }

  void add(DialectColumn& column, Purpose purpose, std::string_view collective,
           std::string_view when, const std::vector<StepTraffic>& traffic) const {
    const MovedElements sums = moved(traffic, purpose);
    column.moves.push_back({std::string(to_string(purpose)), std::string(collective),
                            std::string(when), multiple(sums.sent_by_all), sums.most_sent});
  }

  DialectColumn finished(DialectColumn column, const std::vector<StepTraffic>& traffic) const {
    const MovedElements sums = moved_large(traffic);
    column.x = multiple(sums.sent_by_all);
    column.sent_elements = sums.most_sent;
    return column;
  }

  const ConfigExplanation& explanation_;
  const ZeroConfig& zero_;
  const std::vector<std::size_t>& units_;
  std::int64_t x_;  // what all ranks send in one reduce-scatter of everything
};

}  // namespace

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::deepspeed: return "deepspeed";
    case Dialect::paper: return "paper";
    case Dialect::fsdp2: return "fsdp2";
  }
  throw InvariantError("a Dialect without a name");
}

Dialect parse_dialect(std::string_view name) {
  for (const Dialect dialect : {Dialect::deepspeed, Dialect::paper, Dialect::fsdp2}) {
    if (name == to_string(dialect)) return dialect;
  }
  throw input_error("dialect '{}': it may be deepspeed, paper or fsdp2", name);
}

std::vector<DialectColumn> in_all_dialects(const ConfigExplanation& explanation) {
  const Translator translate(explanation);
  return {translate.deepspeed(), translate.paper(), translate.fsdp2()};
}

}  // namespace zerolab
