#include "core/deepspeed/resolve.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/deepspeed/batch.hpp"

namespace zerolab {

namespace {

constexpr std::string_view stage_key = "zero_optimization.stage";
constexpr std::string_view contiguous_key = "zero_optimization.contiguous_gradients";
constexpr std::string_view reduce_scatter_key = "zero_optimization.reduce_scatter";
constexpr std::string_view multi_rank_key = "zero_optimization.use_multi_rank_bucket_allreduce";
constexpr std::string_view fetch_key = "zero_optimization.stage3_use_all_reduce_for_fetch_params";
constexpr std::string_view train_name = "train_batch_size";
constexpr std::string_view micro_name = "train_micro_batch_size_per_gpu";
constexpr std::string_view steps_name = "gradient_accumulation_steps";

// Whole and within 63 bits: sizes such as "maxsize" are cut there.
std::int64_t elements_of(const DsConfig& config, std::string_view key) {
  return static_cast<std::int64_t>(std::min(config.number(key).value_or(0), 9.2e18));
}

// Elements of a bucket or a group: 0 would never end.
std::int64_t at_least_one(const DsConfig& config, std::string_view key) {
  const std::int64_t elements = elements_of(config, key);
  if (elements < 1) throw input_error("{}: {}; give at least 1", config.name, config.mention(key));
  return elements;
}

OffloadDevice device_of(const DsConfig& config, std::string_view key, std::string_view old_key) {
  if (config.flag(old_key)) return OffloadDevice::cpu;
  const std::string device = config.text(key);
  for (const OffloadDevice known : {OffloadDevice::none, OffloadDevice::cpu, OffloadDevice::nvme}) {
    if (device == to_string(known)) return known;
  }
  throw input_error("{}: {}; it may be \"none\", \"cpu\" or \"nvme\"", config.name,
                    config.mention(key));
}

class Resolver {
 public:
  Resolver(const DsConfig& config, int ranks, std::optional<int> micro_steps)
      : config_(config), micro_steps_(micro_steps) {
    if (ranks < 1) throw input_error("ranks {}: at least 1", ranks);
    out_.zero.world_size = ranks;
  }

  Resolved resolve() {
    stage();
    micro_steps();
    precision();
    offload();
    gradients();
    parameters();
    sizes();
    assumptions();
    return std::move(out_);
  }

 private:
  void decide(std::string topic, std::string outcome, std::vector<std::string> decided_by) {
    out_.decisions.push_back({std::move(topic), std::move(outcome), std::move(decided_by)});
  }

  // What says the stage: the key, or "zero_optimization": true.
  std::string stage_mention() const {
    const DsEntry* section = config_.find("zero_optimization");
    const bool short_form = section != nullptr && section->kind == ValueKind::boolean;
    return config_.mention(short_form ? "zero_optimization" : stage_key);
  }

  void stage() {
    const DsEntry* section = config_.find("zero_optimization");
    double stage = *config_.number(stage_key);
    if (section != nullptr && section->kind == ValueKind::boolean) stage = section->boolean ? 1 : 0;
    if (stage > 3) {
      throw input_error("{}: {}; ZeRO has stages 0 to 3", config_.name, config_.mention(stage_key));
    }
    out_.zero.stage = static_cast<int>(stage);
    constexpr std::string_view sharded[] = {
        "nothing is sharded", "optimizer states are sharded",
        "optimizer states and gradients are sharded",
        "optimizer states, gradients and parameters are sharded"};
    decide("stage", std::string(sharded[out_.zero.stage]), {stage_mention()});
  }

  void micro_steps() {
    out_.batch = batch_of(config_, out_.zero.world_size, micro_steps_);
    out_.zero.micro_steps = out_.batch.micro_steps;
    std::vector<std::string> by;
    if (micro_steps_) by.push_back(fmt::format("--micro-steps {}", *micro_steps_));
    for (const std::string_view key : {train_name, micro_name, steps_name}) {
      const bool replaced = micro_steps_ && key != micro_name;
      if (config_.find(key) != nullptr && !replaced) by.push_back(config_.mention(key));
    }
    if (by.empty()) by.push_back("gradient_accumulation_steps is not set");
    decide("micro-steps", std::to_string(out_.batch.micro_steps), by);
    out_.zero.clip = config_.number("gradient_clipping").value_or(0) > 0;
  }

  void precision() {
    const bool old_name = config_.flag("bfloat16.enabled");
    const std::string_view bf16_key = old_name ? "bfloat16.enabled" : "bf16.enabled";
    const bool bf16 = old_name || config_.flag("bf16.enabled");
    const bool fp16 = config_.flag("fp16.enabled");
    if (bf16 && fp16) {
      throw input_error("{}: {} and {}: choose one", config_.name, config_.mention("fp16.enabled"),
                        config_.mention(bf16_key));
    }
    out_.trained_in = bf16 ? TrainedIn::bf16 : fp16 ? TrainedIn::fp16 : TrainedIn::fp32;
    out_.zero.precision = bf16 || fp16 ? Precision::bf16 : Precision::f32;
    decide("precision", std::string(to_string(out_.trained_in)),
           {config_.mention(fp16 ? "fp16.enabled" : bf16_key)});
  }

  void offload() {
    const OffloadDevice optimizer = device_of(config_, "zero_optimization.offload_optimizer.device",
                                              "zero_optimization.cpu_offload");
    const OffloadDevice parameters = device_of(config_, "zero_optimization.offload_param.device",
                                               "zero_optimization.cpu_offload_param");
    if (out_.zero.stage >= 1) out_.optimizer_offload = optimizer;
    if (out_.zero.stage == 3) out_.parameter_offload = parameters;
  }

  std::string offload_mention() const {
    return config_.mention(config_.flag("zero_optimization.cpu_offload")
                               ? "zero_optimization.cpu_offload"
                               : "zero_optimization.offload_optimizer.device");
  }

  void gradients() {
    const int stage = out_.zero.stage;
    const bool reduce_scatter = config_.flag(reduce_scatter_key);
    const bool forced = (stage == 1 || stage == 2) && out_.optimizer_offload != OffloadDevice::none;
    out_.contiguous_gradients = config_.flag(contiguous_key) || forced;
    out_.reduce_scatter_acts = stage > 0 && out_.contiguous_gradients;
    std::vector<std::string> by{stage_mention()};
    const auto choose = [&](GradientMove move, std::string_view outcome) {
      out_.zero.gradients = move;
      decide("gradients", std::string(outcome), by);
    };
    constexpr std::string_view and_keeps = "all_reduce, then each rank keeps its own part";
    if (stage == 0) return choose(GradientMove::all_reduce, "all_reduce");
    by.push_back(config_.flag(contiguous_key) || !forced
                     ? config_.mention(contiguous_key)
                     : "contiguous_gradients = true, forced by " + offload_mention());
    if (stage == 3) {
      if (out_.contiguous_gradients) by.push_back(config_.mention(reduce_scatter_key));
      if (out_.contiguous_gradients && !reduce_scatter) {
        return choose(GradientMove::all_reduce, and_keeps);
      }
      return choose(GradientMove::reduce_scatter, "reduce_scatter");
    }
    if (!out_.contiguous_gradients) return choose(GradientMove::all_reduce, "all_reduce");
    by.push_back(config_.mention(reduce_scatter_key));
    if (!reduce_scatter) return choose(GradientMove::all_reduce, "all_reduce");
    by.push_back(config_.mention(multi_rank_key));
    if (config_.flag(multi_rank_key)) return choose(GradientMove::all_reduce, and_keeps);
    choose(GradientMove::reduce, "reduce to each owner");
  }

  void parameters() {
    if (out_.zero.stage == 0) {
      decide("parameters", "none: every rank updates its own whole copy", {stage_mention()});
    } else if (out_.zero.stage < 3) {
      decide("parameters", "all_gather", {stage_mention()});
    } else {
      const bool all_reduce = config_.flag(fetch_key);
      out_.zero.parameters = all_reduce ? ParameterMove::all_reduce : ParameterMove::all_gather;
      decide("parameters", all_reduce ? "all_reduce, of zeros but for the own part" : "all_gather",
             {stage_mention(), config_.mention(fetch_key)});
    }
  }

  void sizes() {
    constexpr std::string_view overlap_key = "zero_optimization.overlap_comm";
    out_.overlap_comm = config_.origin(overlap_key) == Origin::set ? config_.flag(overlap_key)
                                                                   : out_.zero.stage == 3;
    out_.reduce_bucket = at_least_one(config_, "zero_optimization.reduce_bucket_size");
    out_.sub_group = at_least_one(config_, "zero_optimization.sub_group_size");
    out_.prefetch_bucket = elements_of(config_, "zero_optimization.stage3_prefetch_bucket_size");
    out_.live_parameters = elements_of(config_, "zero_optimization.stage3_max_live_parameters");
    if (out_.zero.stage < 3) return;
    const auto size = [&](std::string_view key) {
      return static_cast<std::size_t>(elements_of(config_, key));
    };
    out_.zero.persistence_threshold = size("zero_optimization.stage3_param_persistence_threshold");
    out_.zero.persistence_limit = size("zero_optimization.stage3_model_persistence_threshold");
  }

  // What stands in for an "auto".
  std::string assumed(const KeyRow& row) const {
    if (row.path == steps_name) return std::to_string(out_.batch.micro_steps);
    if (row.path == train_name) return std::to_string(out_.batch.train_batch);
    if (row.path == micro_name) return std::to_string(out_.batch.micro_batch);
    return row.default_text == "null" ? "unset" : std::string(row.default_text);
  }

  void assumptions() {
    std::vector<std::string> by_trainer, by_nobody;
    for (const DsEntry& entry : config_.entries) {
      const KeyRow* row = find_key(entry.path);
      if (!entry.automatic() || row == nullptr || row->path != entry.path) continue;
      (row->automatic ? by_trainer : by_nobody)
          .push_back(
              fmt::format("{} = {} (line {})", short_path(entry.path), assumed(*row), entry.line));
    }
    if (!by_trainer.empty()) {
      out_.assumptions.push_back(fmt::format(
          "\"auto\" is left to Hugging Face's Trainer, which fills it in from its arguments; "
          "assumed here: {}.",
          fmt::join(by_trainer, ", ")));
    }
    if (!by_nobody.empty()) {
      out_.assumptions.push_back(fmt::format(
          "\"auto\" is nothing that Hugging Face's Trainer fills in for these keys; their defaults "
          "are assumed here: {}.",
          fmt::join(by_nobody, ", ")));
    }
    if (!out_.batch.given && config_.origin(train_name) == Origin::by_default &&
        config_.origin(micro_name) == Origin::by_default) {
      out_.assumptions.push_back(
          "No batch size is given; 1 sequence per rank and micro-step is assumed here.");
    }
  }

  const DsConfig& config_;
  std::optional<int> micro_steps_;
  Resolved out_;
};

}  // namespace

std::string_view to_string(OffloadDevice device) {
  switch (device) {
    case OffloadDevice::none: return "none";
    case OffloadDevice::cpu: return "cpu";
    case OffloadDevice::nvme: return "nvme";
  }
  throw InvariantError("an OffloadDevice without a name");
}

std::string_view to_string(TrainedIn type) {
  switch (type) {
    case TrainedIn::fp32: return "fp32";
    case TrainedIn::fp16: return "fp16";
    case TrainedIn::bf16: return "bf16";
  }
  throw InvariantError("a TrainedIn without a name");
}

const Decision& Resolved::decision(std::string_view topic) const {
  const auto found =
      std::find_if(decisions.begin(), decisions.end(),
                   [&](const Decision& decision) { return decision.topic == topic; });
  require(found != decisions.end(), "a decision that is asked for was taken");
  return *found;
}

Resolved resolve(const DsConfig& config, int ranks, std::optional<int> micro_steps) {
  return Resolver(config, ranks, micro_steps).resolve();
}

bool condition_holds(KeyCondition condition, const DsConfig& config, const Resolved& resolved) {
  const bool optimizer_on_nvme = resolved.optimizer_offload == OffloadDevice::nvme;
  switch (condition) {
    case KeyCondition::none: return true;
    case KeyCondition::never: return false;
    case KeyCondition::contiguous_gradients: return resolved.reduce_scatter_acts;
    case KeyCondition::reduce_scatter:
      return resolved.reduce_scatter_acts && config.flag(reduce_scatter_key);
    case KeyCondition::older_framework: return false;
    case KeyCondition::optimizer_offload: return resolved.optimizer_offload != OffloadDevice::none;
    case KeyCondition::optimizer_nvme: return optimizer_on_nvme;
    case KeyCondition::parameter_offload: return resolved.parameter_offload != OffloadDevice::none;
    case KeyCondition::parameter_nvme: return resolved.parameter_offload == OffloadDevice::nvme;
    case KeyCondition::quantized_gradients:
      return config.flag("zero_optimization.zero_quantized_gradients");
    case KeyCondition::mics:
      return config.number("zero_optimization.mics_shard_size").value_or(-1) > 0;
    case KeyCondition::muon_on_nvme:
      return optimizer_on_nvme && config.text("optimizer.type") == "Muon";
  }
  throw InvariantError("a KeyCondition that nothing decides");
}

}  // namespace zerolab
