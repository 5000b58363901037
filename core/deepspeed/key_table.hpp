// The one table of a DeepSpeed configuration's keys (DeepSpeed 0.19.6): what each is, where it
// acts, and when it does nothing. Reading, findings and the refusals of `train` all read it.
//
// The rows of zero_optimization are those of tests/facts/deepspeed_keys.csv; a test compares them.
// A key's path is written with dots: "zero_optimization.offload_optimizer.device".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab {

// A count is whole and at least 0, an integer whole. What is inside `anything` is not looked at.
enum class KeyType {
  boolean,
  count,
  integer,
  real,
  text,
  list,
  section,
  boolean_or_section,
  anything
};
std::string_view to_string(KeyType type);  // "true or false", "a whole number", …

// What, besides the stage, must hold for a key to act. Each is decided by condition_holds
// (resolve.hpp).
enum class KeyCondition {
  none,                  // the stage alone decides
  never,                 // parsed, and used by nothing
  contiguous_gradients,  // in stages 1 and 2: contiguous_gradients is true; stage 3: see there
  reduce_scatter,        // reduce_scatter acts and is true
  older_framework,       // only without all_gather_into_tensor, so not with a PyTorch of today
  optimizer_offload,     // offload_optimizer.device is cpu or nvme
  optimizer_nvme,        // offload_optimizer.device is nvme
  parameter_offload,     // offload_param.device is cpu or nvme
  parameter_nvme,        // offload_param.device is nvme
  quantized_gradients,   // zero_quantized_gradients is true
  mics,                  // mics_shard_size is above 0
  muon_on_nvme           // Muon with its states on nvme
};

// Whether zerolab's own trainer can do what the key asks for.
enum class KeyRuns {
  here,     // it changes what `train` does
  ignored,  // it changes nothing that `train` measures: logging, loading, timing
  refused   // `train` says in one line that it cannot
};

struct KeyRow {
  std::string_view path;
  KeyType type = KeyType::anything;
  std::string_view default_text;  // as DeepSpeed's documentation writes it: "5e8", "true", "null"
  std::string_view stages;        // the stages in which it acts, "123"; "" where none
  KeyCondition condition = KeyCondition::none;
  KeyRuns runs = KeyRuns::ignored;
  bool automatic = false;          // Hugging Face's Trainer fills in "auto"
  std::string_view what;           // what it does, a phrase
  std::string_view nothing_when;   // when it does nothing, a phrase; "" where it always acts
  std::string_view replaced_by{};  // a deprecated key's successor, a path; "" for the others

  bool acts_in(int stage) const {
    return stages.find(static_cast<char>('0' + stage)) < stages.size();
  }
  bool deprecated() const { return !replaced_by.empty(); }
  // The last part of the path.
  std::string_view name() const { return path.substr(path.rfind('.') + 1); }
};

// All rows, zero_optimization first.
std::span<const KeyRow> key_table();

// The row of a path; null where DeepSpeed knows no such key. Whatever lies inside a section of type
// `anything` is known, and has the section's row.
const KeyRow* find_key(std::string_view path);

// What people call the key: the path without "zero_optimization.".
std::string_view short_path(std::string_view path);

// Known paths that somebody may have meant: the same section and a name one or two letters off, a
// known name in another section, or a name of which this is the end ("prefetch_bucket_size").
// Nearest first, at most 3; one alone is what a corrected file writes.
std::vector<std::string_view> near_keys(std::string_view path);

}  // namespace zerolab
