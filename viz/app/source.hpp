// What to show: a trace in a file, or a built-in schedule as a trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.hpp"

namespace zerolab {

struct ScheduleChoice {
  std::string collective = "all-reduce";
  std::string algorithm;  // empty: the collective's default
  int ranks = 4;
  std::int64_t elements = 0;  // 0: 1,000 per rank, so that chunks are even
  std::optional<int> root;    // none: 0, where the collective has one
};

// The largest world whose schedule is drawn.
inline constexpr int most_drawn_ranks = 128;

// Errors: those of build_schedule; an input Error for more ranks than are drawn.
Trace open_schedule(const ScheduleChoice& choice);

// Errors: those of read_trace; an input Error for more ranks than are drawn.
Trace open_file(const std::string& path);

// The traces that were opened last, the latest first; those that are gone are left out. Kept in
// $XDG_STATE_HOME/zerolab/recent-traces (or ~/.local/state). Without a home nothing is kept.
std::vector<std::string> recent_traces();
void remember_trace(const std::string& path);

}  // namespace zerolab
