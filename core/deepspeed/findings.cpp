#include "core/deepspeed/findings.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/deepspeed/refusals.hpp"

namespace zerolab {

namespace {

constexpr std::string_view zero = "zero_optimization.";

std::string stages_in_words(const KeyRow& row) {
  std::vector<char> stages(row.stages.begin(), row.stages.end());
  if (stages.size() == 1) return fmt::format("stage {}", stages[0]);
  return fmt::format("stages {} and {}", fmt::join(stages.begin(), std::prev(stages.end()), ", "),
                     stages.back());
}

class Finder {
 public:
  Finder(const DsConfig& config, const Resolved& resolved)
      : config_(config), resolved_(resolved), stage_(resolved.zero.stage) {}

  std::vector<KeyFinding> find() {
    for (const DsEntry& entry : config_.entries) {
      const KeyRow* row = find_key(entry.path);
      if (row == nullptr) {
        unknown(entry);
      } else if (row->path == entry.path && entry.kind != ValueKind::null) {
        if (row->deprecated()) deprecated(entry, *row);
        if (row->type == KeyType::boolean_or_section) short_form(entry);
        no_effect(entry, *row);
      }
    }
    switched_off("fp16", "fp16.enabled");
    switched_off("bf16", "bf16.enabled");
    if (resolved_.zero.world_size > 1) costs();
    for (const Refusal& refusal : refusals_of(config_, resolved_)) {
      add(KeyFindingKind::cannot_run, refusal.key, refusal.reason + "; " + refusal.way_out);
    }
    incomplete();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const KeyFinding& a, const KeyFinding& b) { return a.kind < b.kind; });
    return std::move(found_);
  }

 private:
  void add(KeyFindingKind kind, std::string_view path, std::string sentence) {
    const DsEntry* entry = config_.find(path);
    const bool in_file = entry != nullptr && entry->kind != ValueKind::null;
    found_.push_back({kind, std::string(path), in_file ? entry->line : 0, std::move(sentence)});
  }

  void unknown(const DsEntry& entry) {
    if (std::find(config_.unknown.begin(), config_.unknown.end(), entry.path) ==
        config_.unknown.end()) {
      return;  // inside a section that is unknown as a whole
    }
    const bool at_top = entry.path.find('.') == std::string::npos;
    const std::vector<std::string_view> near = near_keys(entry.path);
    std::string meant;
    if (!near.empty()) meant = fmt::format("; did you mean {}?", fmt::join(near, " or "));
    add(KeyFindingKind::unknown, entry.path,
        fmt::format("{}: DeepSpeed knows no such key, and {}{}", short_path(entry.path),
                    at_top ? "ignores it" : "refuses unknown keys inside its sections", meant));
  }

  void deprecated(const DsEntry& entry, const KeyRow& row) {
    std::string now = fmt::format("write {}", short_path(row.replaced_by));
    if (entry.path == "zero_optimization.cpu_offload" ||
        entry.path == "zero_optimization.cpu_offload_param") {
      now = entry.boolean
                ? fmt::format("write \"{}\": {{\"device\": \"cpu\"}}", short_path(row.replaced_by))
                : "remove it: nothing is offloaded without it";
    }
    if (config_.origin(row.replaced_by) == Origin::set) {
      now += fmt::format("; {} is there already, and DeepSpeed takes only one of the two",
                         config_.mention(row.replaced_by));
    }
    add(KeyFindingKind::deprecated, entry.path,
        fmt::format("{} is an old spelling: {}", short_path(entry.path), now));
  }

  void short_form(const DsEntry& entry) {
    if (entry.kind != ValueKind::boolean) return;
    add(KeyFindingKind::deprecated, entry.path,
        fmt::format("{}: {} is an old spelling: write {{\"stage\": {}}}", entry.path, entry.raw,
                    stage_));
  }

  void no_effect(const DsEntry& entry, const KeyRow& row) {
    if (row.type == KeyType::section || row.type == KeyType::boolean_or_section) return;
    std::string because;
    if (row.condition == KeyCondition::never) {
      because = ": DeepSpeed reads it and uses it nowhere";
    } else if (!row.acts_in(stage_)) {
      because = fmt::format(" in stage {}: it acts in {} only", stage_, stages_in_words(row));
    } else if (!condition_holds(row.condition, config_, resolved_)) {
      because = because_of(row);
    } else {
      return;
    }
    add(KeyFindingKind::no_effect, entry.path,
        fmt::format("{}: {} has no effect{}", short_path(entry.path), entry.raw, because));
  }

  // Of a key that acts in this stage, but whose condition does not hold.
  std::string because_of(const KeyRow& row) const {
    const std::string_view runs = to_deepspeed(resolved_.zero.gradients);
    const std::string_view off =
        resolved_.contiguous_gradients ? "reduce_scatter" : "contiguous_gradients";
    switch (row.condition) {
      case KeyCondition::contiguous_gradients:
      case KeyCondition::reduce_scatter:
        return fmt::format(" in stage {} because {} is false: {} runs", stage_, off, runs);
      case KeyCondition::older_framework:
        return fmt::format(
            " in stage {}: with all_gather_into_tensor, which PyTorch has, "
            "parameters are gathered in one piece",
            stage_);
      case KeyCondition::optimizer_offload: return " because offload_optimizer.device is none";
      case KeyCondition::optimizer_nvme:
        return fmt::format(" because offload_optimizer.device is {}, not nvme",
                           to_string(resolved_.optimizer_offload));
      case KeyCondition::parameter_offload: return " because offload_param.device is none";
      case KeyCondition::parameter_nvme:
        return fmt::format(" because offload_param.device is {}, not nvme",
                           to_string(resolved_.parameter_offload));
      case KeyCondition::quantized_gradients: return " because zero_quantized_gradients is false";
      case KeyCondition::mics: return " because mics_shard_size is not above 0";
      case KeyCondition::muon_on_nvme:
        return " because it needs the optimizer Muon with its states on nvme";
      case KeyCondition::none:
      case KeyCondition::never: break;
    }
    throw InvariantError("a key that does nothing for no reason");
  }

  static std::string_view to_deepspeed(GradientMove move) {
    switch (move) {
      case GradientMove::all_reduce: return "all_reduce";
      case GradientMove::reduce: return "reduce";
      case GradientMove::reduce_scatter: return "reduce_scatter";
    }
    throw InvariantError("a GradientMove without DeepSpeed's name");
  }

  // The numbers of a precision that is not on.
  void switched_off(const std::string& section, std::string_view enabled) {
    if (config_.origin(enabled) == Origin::automatic || config_.flag(enabled)) return;
    std::vector<std::string_view> names;
    for (const DsEntry& entry : config_.entries) {
      if (entry.path.starts_with(section + ".") && entry.path != enabled &&
          find_key(entry.path) != nullptr) {
        names.push_back(entry.name());
      }
    }
    if (names.empty()) return;
    add(KeyFindingKind::no_effect, section,
        fmt::format("{}: {} {} no effect because {} is false", section, fmt::join(names, ", "),
                    names.size() == 1 ? "has" : "have", enabled));
  }

  void costs() {
    const std::string each =
        stage_ >= 2 && resolved_.zero.micro_steps > 1 ? ", in every micro-step" : std::string{};
    if (stage_ > 0 && resolved_.zero.gradients == GradientMove::all_reduce) {
      const std::string path = std::string(zero) + blamed_for_all_reduce();
      const bool multi_rank = path.ends_with("allreduce");
      const bool multi_rank_next =
          stage_ < 3 && !multi_rank &&
          config_.flag("zero_optimization.use_multi_rank_bucket_allreduce");
      add(KeyFindingKind::costs_more, path,
          fmt::format("{} moves 2x for gradients where {} would move x{}: set it to {}{}",
                      config_.mention(path), stage_ == 3 ? "reduce_scatter" : "reduce", each,
                      multi_rank ? "false" : "true",
                      multi_rank_next ? ", and use_multi_rank_bucket_allreduce to false" : ""));
    }
    if (resolved_.zero.parameters == ParameterMove::all_reduce) {
      const std::string path = std::string(zero) + "stage3_use_all_reduce_for_fetch_params";
      add(KeyFindingKind::costs_more, path,
          fmt::format("{} moves 2x for each gather of parameters where all_gather would move x: "
                      "set it to false",
                      config_.mention(path)));
    }
    if (stage_ == 2 && resolved_.zero.micro_steps > 1) {
      add(KeyFindingKind::costs_more, std::string(zero) + "stage",
          fmt::format("stage 2 reduces gradients in each of {} micro-steps, for it keeps only its "
                      "own part of them; stage 1 keeps them whole and reduces once",
                      resolved_.zero.micro_steps));
    }
  }

  std::string blamed_for_all_reduce() const {
    if (!resolved_.contiguous_gradients) return "contiguous_gradients";
    if (!config_.flag("zero_optimization.reduce_scatter")) return "reduce_scatter";
    return "use_multi_rank_bucket_allreduce";
  }

  void incomplete() {
    for (const std::string_view key : {"train_batch_size", "train_micro_batch_size_per_gpu"}) {
      if (config_.origin(key) != Origin::by_default) return;
    }
    add(KeyFindingKind::incomplete, "train_batch_size",
        "neither train_batch_size nor train_micro_batch_size_per_gpu is set: DeepSpeed asks for "
        "one of them");
  }

  const DsConfig& config_;
  const Resolved& resolved_;
  int stage_;
  std::vector<KeyFinding> found_;
};

}  // namespace

std::string_view to_string(KeyFindingKind kind) {
  switch (kind) {
    case KeyFindingKind::unknown: return "unknown";
    case KeyFindingKind::deprecated: return "old spelling";
    case KeyFindingKind::no_effect: return "no effect";
    case KeyFindingKind::costs_more: return "costs more";
    case KeyFindingKind::cannot_run: return "cannot run here";
    case KeyFindingKind::incomplete: return "incomplete";
  }
  throw InvariantError("a KeyFindingKind without a name");
}

std::vector<KeyFinding> findings_of(const DsConfig& config, const Resolved& resolved) {
  return Finder(config, resolved).find();
}

}  // namespace zerolab
