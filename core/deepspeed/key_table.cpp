#include "core/deepspeed/key_table.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/error.hpp"
#include "core/deepspeed/key_table_zero.hpp"

namespace zerolab {

namespace {

constexpr std::size_t longest_near_list = 3;

std::string_view section_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

// Upper and lower case, '-' and '_' are one.
std::string plain_name(std::string_view name) {
  std::string plain(name);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return plain;
}

// Letters to insert, delete or replace to make one of the other; letters swapped count 2.
std::size_t letters_off(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

// How far a known key is from what was written; 3 and more: not near.
std::size_t distance(std::string_view path, const KeyRow& row) {
  constexpr std::size_t far = 3;
  const std::string written = plain_name(path.substr(path.rfind('.') + 1));
  const std::string known = plain_name(row.name());
  const bool same_section = section_of(path) == section_of(row.path);
  if (written == known) return same_section ? 0 : 1;
  if (!same_section || written.size() > 2 * known.size()) return far;
  if (written.size() >= 6 && known.ends_with("_" + written)) return 2;
  const std::size_t allowed = std::min<std::size_t>(2, written.size() / 3);
  const std::size_t off = letters_off(written, known);
  return off <= allowed ? off : far;
}

}  // namespace

std::string_view to_string(KeyType type) {
  switch (type) {
    case KeyType::boolean: return "true or false";
    case KeyType::count: return "a whole number, at least 0";
    case KeyType::integer: return "a whole number";
    case KeyType::real: return "a number";
    case KeyType::text: return "a text";
    case KeyType::list: return "a list";
    case KeyType::section: return "a section { … }";
    case KeyType::boolean_or_section: return "a section { … }";
    case KeyType::anything: return "anything";
  }
  throw InvariantError("a KeyType without words");
}

std::span<const KeyRow> key_table() {
  static const std::vector<KeyRow> rows = [] {
    std::vector<KeyRow> all(zero_rows().begin(), zero_rows().end());
    all.insert(all.end(), other_rows().begin(), other_rows().end());
    return all;
  }();
  return rows;
}

const KeyRow* find_key(std::string_view path) {
  const auto rows = key_table();
  const auto row_of = [&](std::string_view wanted) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const KeyRow& row) { return row.path == wanted; });
    return found == rows.end() ? nullptr : &*found;
  };
  if (const KeyRow* row = row_of(path)) return row;
  for (std::string_view outer = section_of(path); !outer.empty(); outer = section_of(outer)) {
    const KeyRow* row = row_of(outer);
    if (row != nullptr && row->type == KeyType::anything) return row;
  }
  return nullptr;
}

std::string_view short_path(std::string_view path) {
  constexpr std::string_view section = "zero_optimization.";
  return path.starts_with(section) ? path.substr(section.size()) : path;
}

std::vector<std::string_view> near_keys(std::string_view path) {
  constexpr std::size_t far = 3;
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (const KeyRow& row : key_table()) {
    const std::size_t off = distance(path, row);
    if (off < far) found.emplace_back(off, row.path);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> paths;
  for (const auto& [off, known] : found) {
    if (off == found.front().first && paths.size() < longest_near_list) paths.push_back(known);
  }
  return paths;
}

}  // namespace zerolab
