#include "core/deepspeed/runnable.hpp"

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/deepspeed/refusals.hpp"
#include "core/deepspeed/resolve.hpp"

namespace zerolab {

namespace {

std::optional<double> set_number(const DsConfig& config, std::string_view path) {
  return config.origin(path) == Origin::set ? config.number(path) : std::nullopt;
}

void read_betas(const DsConfig& config, RunnableTraining& training) {
  constexpr std::string_view path = "optimizer.params.betas";
  if (config.origin(path) != Origin::set) return;
  const std::vector<double>& betas = config.find(path)->numbers;
  const auto decays = [](double beta) { return beta >= 0 && beta < 1; };
  if (betas.size() != 2 || !decays(betas[0]) || !decays(betas[1])) {
    throw input_error("{}: {}; give two numbers from 0 to below 1: [0.9, 0.999]", config.name,
                      config.mention(path));
  }
  training.beta1 = betas[0];
  training.beta2 = betas[1];
}

// Keys whose values train does not follow, though they would act in DeepSpeed.
void note_ignored(const DsConfig& config, const Resolved& resolved, RunnableTraining& training) {
  std::vector<std::string> names;
  for (const DsEntry& entry : config.entries) {
    const KeyRow* row = find_key(entry.path);
    if (row == nullptr || row->path != entry.path || row->runs != KeyRuns::ignored) continue;
    if (entry.kind == ValueKind::section || entry.kind == ValueKind::null) continue;
    if (entry.path.starts_with("scheduler") || entry.path.starts_with("fp16.")) continue;
    if (!row->acts_in(resolved.zero.stage)) continue;
    if (!condition_holds(row->condition, config, resolved)) continue;
    names.emplace_back(short_path(entry.path));
  }
  if (names.empty()) return;
  training.notes.push_back(fmt::format(
      "Left out, for they change neither what moves nor what stays: {}.", fmt::join(names, ", ")));
}

}  // namespace

RunnableTraining runnable_training(const DsConfig& config, int world_size,
                                   std::optional<int> micro_steps) {
  const Resolved resolved = resolve(config, world_size, micro_steps);
  const std::vector<Refusal> refusals = refusals_of(config, resolved);
  if (!refusals.empty()) {
    throw input_error("{}: {}; {}", config.name, refusals.front().reason, refusals.front().way_out);
  }
  RunnableTraining training;
  training.zero = resolved.zero;
  if (resolved.batch.given) training.batch = static_cast<int>(resolved.batch.micro_batch);
  training.learning_rate = set_number(config, "optimizer.params.lr");
  training.epsilon = set_number(config, "optimizer.params.eps");
  training.weight_decay = set_number(config, "optimizer.params.weight_decay");
  read_betas(config, training);
  training.clip_norm = set_number(config, "gradient_clipping");
  training.notes = resolved.assumptions;
  if (config.origin("scheduler.type") == Origin::set) {
    training.notes.push_back(fmt::format("{} is left out: the learning rate stays as it is.",
                                         config.mention("scheduler.type")));
  }
  for (const std::string& path : config.unknown) {
    training.notes.push_back(fmt::format("{} (line {}) is no key of DeepSpeed: left out.",
                                         short_path(path), config.find(path)->line));
  }
  note_ignored(config, resolved, training);
  return training;
}

}  // namespace zerolab
