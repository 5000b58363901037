#include "core/deepspeed/refusals.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// Whether a section that is not looked into is switched on: its "enabled", or else that anything
// is in it.
bool section_is_on(const DsConfig& config, const std::string& path) {
  if (const DsEntry* enabled = config.find(path + ".enabled")) return enabled->boolean;
  return std::any_of(config.entries.begin(), config.entries.end(),
                     [&](const DsEntry& entry) { return entry.path.starts_with(path + "."); });
}

// Whether the value is one that changes something.
bool asks_for_something(const DsConfig& config, const DsEntry& entry, const KeyRow& row) {
  switch (entry.kind) {
    case ValueKind::null: return false;
    case ValueKind::boolean: return entry.boolean;
    case ValueKind::number: return entry.number > (row.type == KeyType::integer ? 0 : 1);
    case ValueKind::text: return !entry.automatic() && entry.text != row.default_text;
    case ValueKind::list: return true;
    case ValueKind::section: return section_is_on(config, entry.path);
  }
  throw InvariantError("a ValueKind that asks for nothing and something");
}

std::string_view way_out(std::string_view path) {
  if (path == "fp16.enabled")
    return "use bf16, which needs no loss scaling: \"bf16\": "
           "{\"enabled\": true}";
  if (path.find("offload") != std::string_view::npos) {
    return "remove it: all state stays with its rank here";
  }
  if (path == "zero_optimization.zenflow") return "remove it";
  if (path.starts_with("zero_optimization.zero")) return "remove it: plain stage 3 runs";
  if (path.starts_with("zero_optimization.mics")) {
    return "remove it: plain stage 3 shards over all ranks";
  }
  return "remove it";
}

// Adam and AdamW, in any case, are the optimizers there are.
void refuse_optimizer(const DsConfig& config, std::vector<Refusal>& refusals) {
  const DsEntry* type = config.find("optimizer.type");
  if (type == nullptr || type->kind != ValueKind::text || type->automatic()) return;
  std::string name = type->text;
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (name != "adam" && name != "adamw") {
    refusals.push_back({type->path, type->line,
                        config.mention(type->path) + ": train has AdamW and no other optimizer",
                        "write \"AdamW\""});
  }
  const bool decays = config.number("optimizer.params.weight_decay").value_or(0) != 0;
  const DsEntry* mode = config.find("optimizer.params.adam_w_mode");
  if (mode != nullptr && mode->kind == ValueKind::boolean && !mode->boolean && decays) {
    refusals.push_back({mode->path, mode->line,
                        config.mention(mode->path) + ": train decays weights as AdamW does",
                        "set it to true, or weight_decay to 0"});
  }
}

}  // namespace

std::vector<Refusal> refusals_of(const DsConfig& config, const Resolved& resolved) {
  std::vector<Refusal> refusals;
  for (const DsEntry& entry : config.entries) {
    const KeyRow* row = find_key(entry.path);
    if (row == nullptr || row->path != entry.path || row->runs != KeyRuns::refused) continue;
    if (!row->acts_in(resolved.zero.stage)) continue;
    if (!condition_holds(row->condition, config, resolved)) continue;
    if (entry.path.starts_with("bf16.") && resolved.trained_in != TrainedIn::bf16) continue;
    if (!asks_for_something(config, entry, *row)) continue;
    refusals.push_back(
        {entry.path, entry.line,
         fmt::format("{}: train cannot do that ({})", config.mention(entry.path), row->what),
         std::string(way_out(entry.path))});
  }
  refuse_optimizer(config, refusals);
  return refusals;
}

}  // namespace zerolab
