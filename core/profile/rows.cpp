#include "core/profile/rows.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/error.hpp"

namespace zerolab {

SortBy parse_sort(std::string_view name) {
  if (name == "time") return SortBy::time;
  if (name == "volume") return SortBy::volume;
  if (name == "count") return SortBy::count;
  throw input_error("unknown order '{}': it may be time, volume, count", name);
}

namespace {

// Whole buffers moved by a row, where both directions are unknown.
double volume_of(const ProfileRow& row) {
  if (row.sent && row.received) {
    return static_cast<double>(std::max(row.sent->most, row.received->most));
  }
  return row.elements ? static_cast<double>(*row.elements) * static_cast<double>(row.count) : -1;
}

double weight_of(const ProfileRow& row, SortBy by) {
  switch (by) {
    case SortBy::time: return row.total_us;
    case SortBy::volume: return volume_of(row);
    case SortBy::count: return static_cast<double>(row.count);
  }
  throw InvariantError("a SortBy without a weight");
}

void add_moved(std::optional<Extremes>& sum, std::optional<std::int64_t> elements) {
  if (!sum || !elements) {
    sum.reset();
    return;
  }
  sum->least = sum->most = saturating_sum(sum->most, *elements);
}

}  // namespace

void sort_rows(std::vector<ProfileRow>& rows, SortBy by) {
  std::stable_sort(rows.begin(), rows.end(), [by](const ProfileRow& a, const ProfileRow& b) {
    const auto key = [by](const ProfileRow& row) {
      return std::make_pair(weight_of(row, by), volume_of(row));
    };
    return key(a) > key(b);
  });
}

double median_of(std::vector<double> values) {
  if (values.empty()) return -1;
  const std::size_t half = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half),
                   values.end());
  const double upper = values[half];
  if (values.size() % 2 == 1) return upper;
  return (upper +
          *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(half))) /
         2;
}

std::vector<ProfileRow> rows_of(const std::vector<Call>& calls,
                                std::optional<std::int64_t> world_size) {
  using Key = std::tuple<CallKind, std::string, std::optional<std::int64_t>, std::string,
                         std::optional<std::int64_t>, std::string>;
  std::map<Key, std::size_t> places;
  std::vector<ProfileRow> rows;
  std::vector<std::vector<double>> durations;
  for (Call call : calls) {
    if (!call.group_size) call.group_size = world_size;
    const auto elements = buffer_elements(call);
    const Key key{call.kind, call.called, elements, call.dtype, call.group_size, call.algorithm};
    const auto [place, is_new] = places.emplace(key, rows.size());
    if (is_new) {
      const bool named = call.kind != CallKind::unknown || call.called.empty();
      rows.push_back({named ? std::string(to_string(call.kind)) : call.called,
                      elements,
                      call.dtype,
                      call.group_size,
                      call.algorithm,
                      "",
                      "",
                      0,
                      {},
                      Extremes{},
                      Extremes{},
                      -1,
                      -1});
      durations.emplace_back();
    }
    ProfileRow& row = rows[place->second];
    ++row.count;
    const auto moved = ring_elements(call.kind, elements, call.group_size);
    add_moved(row.sent, call.kind == CallKind::receive ? 0 : moved);
    add_moved(row.received, call.kind == CallKind::send ? 0 : moved);
    if (call.duration_us < 0) continue;
    row.total_us = std::max(row.total_us, 0.0) + call.duration_us;
    durations[place->second].push_back(call.duration_us);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].median_us = median_of(durations[i]);
  return rows;
}

}  // namespace zerolab
