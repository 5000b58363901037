#include "core/deepspeed/corrected.hpp"

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "core/deepspeed/findings.hpp"
#include "core/deepspeed/plain_json.hpp"

namespace zerolab {

namespace {

constexpr std::string_view zero_section = "zero_optimization";
constexpr std::string_view why_not_multi_rank = "so that gradients move x and not 2x";
constexpr std::string_view blanks = " \t\r";

// Puts `text` in the place of some bytes.
struct Edit {
  Range bytes;
  std::string text;
};

std::string quoted(std::string_view name) {
  return fmt::format("\"{}\"", name);
}

std::string_view last_part(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

std::string_view section_part(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

// One pass over a text: what a correction makes visible, the next pass corrects.
class Corrector {
 public:
  Corrector(const DsConfig& config, int ranks)
      : config_(config),
        source_(config.source),
        plain_(plain_json(config.source, config.name, LastCommas::keep)),
        resolved_(resolve(config, ranks)) {}

  Corrected correct() {
    for (const DsEntry& entry : config_.entries) {
      if (entry.kind == ValueKind::null) continue;
      const KeyRow* row = find_key(entry.path);
      if (row == nullptr) {
        rename_unknown(entry);
      } else if (row->path == entry.path) {
        correct_known(entry, *row);
      }
    }
    add_multi_rank();
    return {applied(), std::move(changes_)};
  }

 private:
  void note(int line, std::string what) {
    changes_.push_back(fmt::format("line {}: {}", line, what));
  }

  void rename(const DsEntry& entry, std::string_view path) {
    const std::string_view name = last_part(path);
    edits_.push_back({entry.key_bytes, quoted(name)});
    note(entry.line, fmt::format("{} is now {}", short_path(entry.path), name));
  }

  void set(const DsEntry& entry, std::string_view value, std::string_view why) {
    edits_.push_back({entry.value_bytes, std::string(value)});
    note(entry.line,
         fmt::format("{}: {} is now {}, {}", short_path(entry.path), entry.raw, value, why));
  }

  // Whether a key may get this name: nobody has it yet, or is getting it.
  bool free(std::string_view path) {
    return config_.find(path) == nullptr && taken_.insert(std::string(path)).second;
  }

  void rename_unknown(const DsEntry& entry) {
    const auto near = near_keys(entry.path);
    if (near.size() != 1 || section_part(near[0]) != section_part(entry.path)) return;
    if (fits(entry, find_key(near[0])->type) && free(near[0])) rename(entry, near[0]);
  }

  void correct_known(const DsEntry& entry, const KeyRow& row) {
    if (entry.path == "zero_optimization.cpu_offload" ||
        entry.path == "zero_optimization.cpu_offload_param") {
      replace_cpu_offload(entry, row.replaced_by);
    } else if (entry.path == "zero_optimization.cpu_offload_use_pin_memory") {
      remove(entry);
    } else if (row.deprecated()) {
      const bool same_name = last_part(row.replaced_by) == row.name();  // of a renamed section
      if (!same_name && free(row.replaced_by)) rename(entry, row.replaced_by);
    } else if (entry.path == zero_section && entry.kind == ValueKind::boolean) {
      set(entry, fmt::format("{{\"stage\": {}}}", resolved_.zero.stage), "its new spelling");
    } else if (entry.path == "zero_optimization.contiguous_gradients") {
      const bool stage_1_or_2 = resolved_.zero.stage == 1 || resolved_.zero.stage == 2;
      const bool silences = stage_1_or_2 && !resolved_.contiguous_gradients &&
                            config_.flag("zero_optimization.reduce_scatter");
      if (silences) set(entry, "true", "so that reduce_scatter acts");
    } else if (entry.path == "zero_optimization.use_multi_rank_bucket_allreduce") {
      if (multi_rank_doubles()) set(entry, "false", why_not_multi_rank);
    }
  }

  void replace_cpu_offload(const DsEntry& entry, std::string_view successor) {
    if (!entry.boolean) return remove(entry);
    if (!free(successor)) return;
    constexpr std::string_view pin_key = "zero_optimization.cpu_offload_use_pin_memory";
    const DsEntry* pin = config_.find(pin_key);
    const bool pinned = pin != nullptr && pin->kind == ValueKind::boolean;
    rename(entry, successor);
    edits_.push_back({entry.value_bytes,
                      pinned ? fmt::format("{{\"device\": \"cpu\", \"pin_memory\": {}}}", pin->raw)
                             : std::string("{\"device\": \"cpu\"}")});
  }

  bool multi_rank_doubles() const {
    const int stage = resolved_.zero.stage;
    return (stage == 1 || stage == 2) && resolved_.contiguous_gradients &&
           config_.flag("zero_optimization.reduce_scatter") &&
           resolved_.zero.gradients == GradientMove::all_reduce;
  }

  // Where the default does it, the key is written down before the section's first.
  void add_multi_rank() {
    constexpr std::string_view key = "use_multi_rank_bucket_allreduce";
    const std::string path = fmt::format("{}.{}", zero_section, key);
    const DsEntry* there = config_.find(path);
    if (!multi_rank_doubles() || (there != nullptr && there->kind != ValueKind::null)) return;
    if (there != nullptr) return set(*there, "false", why_not_multi_rank);
    const auto first = std::find_if(
        config_.entries.begin(), config_.entries.end(),
        [](const DsEntry& entry) { return entry.path.starts_with("zero_optimization."); });
    if (first == config_.entries.end()) return;
    const std::size_t begin = first->key_bytes.begin;
    const std::size_t line_begin = source_.rfind('\n', begin) + 1;  // npos + 1 is 0
    const std::string indent = source_.substr(line_begin, begin - line_begin);
    const bool own_line = indent.find_first_not_of(blanks) == std::string::npos;
    edits_.push_back(
        {{begin, begin}, fmt::format("\"{}\": false,{}", key, own_line ? "\n" + indent : " ")});
    note(first->line, fmt::format("\"{}\": false is added, {}", key, why_not_multi_rank));
  }

  // Together with one comma beside it, and its line where nothing else stands there.
  void remove(const DsEntry& entry) {
    Range bytes{entry.key_bytes.begin, entry.value_bytes.end};
    const std::size_t after = plain_.find_first_not_of(" \t\r\n", bytes.end);
    const std::size_t before = plain_.find_last_not_of(" \t\r\n", bytes.begin - 1);
    if (after != std::string::npos && plain_[after] == ',') {
      bytes.end = after + 1;
    } else if (before != std::string::npos && plain_[before] == ',') {
      const std::size_t between = before + 1;
      const bool nothing_between =
          source_.substr(between, bytes.begin - between).find_first_not_of(" \t\r\n") ==
          std::string::npos;
      if (nothing_between) bytes.begin = before;
      if (!nothing_between) edits_.push_back({{before, before + 1}, ""});
    }
    const std::size_t line_begin = source_.rfind('\n', bytes.begin) + 1;
    const std::size_t line_end = std::min(source_.find('\n', bytes.end), source_.size());
    const auto blank = [&](std::size_t begin, std::size_t end) {
      return source_.substr(begin, end - begin).find_first_not_of(blanks) == std::string::npos;
    };
    if (line_end < source_.size() && blank(line_begin, bytes.begin) && blank(bytes.end, line_end)) {
      bytes = {line_begin, line_end + 1};
    }
    edits_.push_back({bytes, ""});
    note(entry.line, fmt::format("{} is removed", short_path(entry.path)));
  }

  // From the last to the first, so that the places of the others stay right.
  std::string applied() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.bytes.begin > b.bytes.begin; });
    std::string text = source_;
    std::size_t untouched = text.size();
    for (const Edit& edit : edits_) {
      const std::size_t end = std::min(edit.bytes.end, untouched);  // two removals share a comma
      text.replace(edit.bytes.begin, end - edit.bytes.begin, edit.text);
      untouched = edit.bytes.begin;
    }
    return text;
  }

  const DsConfig& config_;
  const std::string& source_;
  std::string plain_;
  Resolved resolved_;
  std::vector<Edit> edits_;
  std::set<std::string> taken_;
  std::vector<std::string> changes_;
};

}  // namespace

Corrected corrected(const DsConfig& config, int ranks) {
  constexpr int most_passes = 8;
  Corrected result{config.source, {}};
  DsConfig current = config;
  for (int pass = 0; pass < most_passes; ++pass) {
    Corrected next = Corrector(current, ranks).correct();
    if (next.changes.empty()) break;
    result.text = std::move(next.text);
    result.changes.insert(result.changes.end(), next.changes.begin(), next.changes.end());
    current = parse_ds_config(result.text, config.name + ", corrected");
  }
  return result;
}

}  // namespace zerolab
