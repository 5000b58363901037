// A DeepSpeed configuration as it stands in its file: which keys are set, where, and to what.
//
// Read as DeepSpeed reads it: JSON in which people may write comments (//, #, /* */) and trailing
// commas, after a UTF-8 byte order mark or none. Types are checked against key_table.hpp; what the
// keys together mean is resolve.hpp's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/range.hpp"
#include "core/deepspeed/key_table.hpp"

namespace zerolab {

enum class ValueKind { null, boolean, number, text, list, section };

// One key of the file with its value. The keys inside a section are entries of their own.
struct DsEntry {
  std::string path;  // "zero_optimization.reduce_scatter"
  int line = 0;      // of the key, from 1
  ValueKind kind = ValueKind::null;
  bool boolean = false;         // of a boolean
  double number = 0;            // of a number, finite
  std::string text;             // of a text: without its quotes
  std::vector<double> numbers;  // of a list: its numbers, if it holds nothing else
  std::string raw;              // the value as written: "5e8", "\"auto\""; "{…}" for a section
  Range key_bytes;              // where key (with quotes) and value lie in DsConfig::source
  Range value_bytes;

  bool automatic() const { return kind == ValueKind::text && text == "auto"; }
  std::string_view name() const { return std::string_view(path).substr(path.rfind('.') + 1); }
};

// Whether a value is of a type. A null is of each, and "auto" of each but sections.
bool fits(const DsEntry& entry, KeyType type);

// How a value came about: whether it can be blamed on the file.
enum class Origin { set, automatic, by_default };

// A key written without its "stage3_" ("prefetch_bucket_size"), which DeepSpeed takes too, has the
// path with it. A part of a path that contains a dot is quoted.
struct DsConfig {
  std::string name;                  // the file's, for messages
  std::string source;                // the text
  std::vector<DsEntry> entries;      // in the file's order
  std::vector<std::string> unknown;  // paths of entries that key_table() does not know

  // The entry of a path; null where the file has none.
  const DsEntry* find(std::string_view path) const;

  // Where the value of a path comes from. A null is as good as absent.
  Origin origin(std::string_view path) const;

  // The value set, or the table's default; "auto" gives the default too. The number of a path
  // without either is nullopt. InvariantError for a path that is not in the table.
  bool flag(std::string_view path) const;
  std::optional<double> number(std::string_view path) const;
  std::string text(std::string_view path) const;  // "" without either

  // "reduce_scatter = true (line 7)", "stage = 0 (default)", "train_batch_size = \"auto\" (line 2)"
  std::string mention(std::string_view path) const;
};

// Throws an input Error "NAME line LINE: …" for text that is not such JSON, is not an object at the
// top, has a key twice (DeepSpeed refuses that too) or a known key with a value of another type.
DsConfig parse_ds_config(std::string_view text, std::string_view name);

// The same for a file. Throws "cannot read PATH: REASON".
DsConfig read_ds_config(const std::filesystem::path& path);

}  // namespace zerolab
