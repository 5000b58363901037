// The table of a profile: collectives that are alike in one row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/call.hpp"

namespace zerolab {

// From the least to the most of several: what ranks sent or received, what steps hold.
struct Extremes {
  std::int64_t least = 0;
  std::int64_t most = 0;
  friend bool operator==(const Extremes&, const Extremes&) = default;
};

struct ProfileRow {
  std::string collective;                // "all-reduce"; "nccl:coalesced" where its kind is unknown
  std::optional<std::int64_t> elements;  // of the whole buffer, of one collective
  std::string dtype;                     // empty: unknown, as with all texts here
  std::optional<std::int64_t> ranks;     // that took part
  std::string algorithm;
  std::string issued_by;                   // plan operations; other programs' traces do not say
  std::string purpose;                     // likewise: "parameters of block 0, block 1"
  std::int64_t count = 0;                  // of collectives, each counted once for all ranks
  std::optional<Extremes> per_step;        // of count, in a training step of a trace of ours
  std::optional<Extremes> sent, received;  // elements per rank, by all of the row together
  double total_us = -1;   // a rank's time in them, in the mean over ranks; -1: unknown
  double median_us = -1;  // of one
};

enum class SortBy { time, volume, count };
SortBy parse_sort(std::string_view name);  // input Error that lists the names

// The largest first; what is unknown last; ties keep their order.
void sort_rows(std::vector<ProfileRow>& rows, SortBy by);

// Rows of calls that one rank made. A call that does not say how many ranks took part has
// `world_size` of them, where the file says that.
std::vector<ProfileRow> rows_of(const std::vector<Call>& calls,
                                std::optional<std::int64_t> world_size);

// The middle of the values, the mean of the two middle ones; -1 without any.
double median_of(std::vector<double> values);

}  // namespace zerolab
