#include "core/deepspeed/ds_config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/deepspeed/key_table.hpp"
#include "core/deepspeed/plain_json.hpp"
#include "core/deepspeed/read_entries.hpp"

namespace zerolab {

namespace {

std::string_view kind_in_words(ValueKind kind) {
  switch (kind) {
    case ValueKind::null: return "null";
    case ValueKind::boolean: return "a boolean";
    case ValueKind::number: return "a number";
    case ValueKind::text: return "a text";
    case ValueKind::list: return "a list";
    case ValueKind::section: return "a section";
  }
  throw InvariantError("a ValueKind without words");
}

bool is_scalar(KeyType type) {
  switch (type) {
    case KeyType::boolean:
    case KeyType::count:
    case KeyType::integer:
    case KeyType::real:
    case KeyType::text:
    case KeyType::list: return true;  // "auto" stands for a list too
    case KeyType::section:
    case KeyType::boolean_or_section:
    case KeyType::anything: return false;
  }
  throw InvariantError("a KeyType that is neither");
}

void check_type(const DsConfig& config, const DsEntry& entry) {
  const KeyRow* row = find_key(entry.path);
  if (row == nullptr || row->path != entry.path || fits(entry, row->type)) return;
  const bool quoted = entry.kind == ValueKind::text && row->type != KeyType::section;
  throw input_error("{} line {}: {} is {}, {}; DeepSpeed takes {} there{}", config.name, entry.line,
                    short_path(entry.path), entry.raw, kind_in_words(entry.kind),
                    to_string(row->type), quoted ? ": write it without quotes" : "");
}

// Only the outermost: what is inside an unknown section is unknown with it.
std::vector<std::string> unknown_paths(const std::vector<DsEntry>& entries) {
  std::vector<std::string> unknown;
  for (const DsEntry& entry : entries) {
    const bool inside = std::any_of(unknown.begin(), unknown.end(), [&](const std::string& path) {
      return entry.path.starts_with(path + ".");
    });
    if (!inside && find_key(entry.path) == nullptr) unknown.push_back(entry.path);
  }
  return unknown;
}

const KeyRow& row_of(std::string_view path) {
  const KeyRow* row = find_key(path);
  require(row != nullptr, "a key that is asked for is in the table");
  return *row;
}

}  // namespace

bool fits(const DsEntry& entry, KeyType type) {
  if (entry.kind == ValueKind::null || (entry.automatic() && is_scalar(type))) return true;
  const bool number = entry.kind == ValueKind::number;
  const bool whole = number && entry.number == std::floor(entry.number);
  switch (type) {
    case KeyType::boolean: return entry.kind == ValueKind::boolean;
    case KeyType::count: return whole && entry.number >= 0;
    case KeyType::integer: return whole;
    case KeyType::real: return number;
    case KeyType::text: return entry.kind == ValueKind::text;
    case KeyType::list: return entry.kind == ValueKind::list;
    case KeyType::section: return entry.kind == ValueKind::section;
    case KeyType::boolean_or_section:
      return entry.kind == ValueKind::section || entry.kind == ValueKind::boolean;
    case KeyType::anything: return true;
  }
  throw InvariantError("a KeyType without a check");
}

const DsEntry* DsConfig::find(std::string_view path) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const DsEntry& entry) { return entry.path == path; });
  return found == entries.end() ? nullptr : &*found;
}

Origin DsConfig::origin(std::string_view path) const {
  const DsEntry* entry = find(path);
  if (entry == nullptr || entry->kind == ValueKind::null) return Origin::by_default;
  return entry->automatic() ? Origin::automatic : Origin::set;
}

bool DsConfig::flag(std::string_view path) const {
  const KeyRow& row = row_of(path);
  return origin(path) == Origin::set ? find(path)->boolean : row.default_text == "true";
}

std::optional<double> DsConfig::number(std::string_view path) const {
  const std::string_view text = row_of(path).default_text;
  if (origin(path) == Origin::set) return find(path)->number;
  if (text == "maxsize") return 9.2e18;
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string DsConfig::text(std::string_view path) const {
  const std::string_view by_default = row_of(path).default_text;
  if (origin(path) == Origin::set) return find(path)->text;
  return by_default == "null" ? std::string{} : std::string(by_default);
}

std::string DsConfig::mention(std::string_view path) const {
  const std::string_view key = short_path(path);
  const DsEntry* entry = find(path);
  if (entry == nullptr || entry->kind == ValueKind::null) {
    return fmt::format("{} = {} (default)", key, row_of(path).default_text);
  }
  return fmt::format("{} = {} (line {})", key, entry->raw, entry->line);
}

DsConfig parse_ds_config(std::string_view text, std::string_view name) {
  DsConfig config;
  config.name = printable(name);
  config.source = text;
  const std::string plain = plain_json(text, config.name);
  if (plain.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw input_error("{}: holds no configuration; the shortest is {{}}", config.name);
  }
  config.entries = read_entries(text, plain, config.name);
  for (const DsEntry& entry : config.entries) check_type(config, entry);
  config.unknown = unknown_paths(config.entries);
  return config;
}

DsConfig read_ds_config(const std::filesystem::path& path) {
  return parse_ds_config(read_file(path), path.filename().string());
}

}  // namespace zerolab
