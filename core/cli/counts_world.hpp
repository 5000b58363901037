// What `zerolab counts` knows of one world: three counts of the same collective, made apart.
//   predicted    the schedule's transfers, added up (core/schedule/count.hpp)
//   closed form  the formula, which never sees a transfer
//   measured     the transport's own counters, after a real run (counts_run.hpp)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/schedule/closed_form.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab {

// A run on real threads.
struct MeasuredRun {
  std::vector<Traffic> traffic;  // [rank]
  std::string wrong_value;       // the first value that is not the exact result; empty: none
};

struct WorldCounts {
  Collective collective = Collective::all_reduce;
  std::string algorithm;
  int world_size = 1;
  std::optional<int> root;
  ChunkLayout layout;
  int steps = 0;
  std::vector<Traffic> predicted;                   // [rank]
  std::optional<std::vector<Traffic>> closed_form;  // [rank]; none: the algorithm has no formula
  std::string sent_formula;                         // in words: "Ψ - c_r" (closed_form.hpp)
  std::string received_formula;
  std::optional<MeasuredRun> run;
};

WorldCounts count_world(const Schedule& schedule, std::size_t elements);

// All counts there are equal each other on every rank, and the run's values are exact.
bool agrees(const WorldCounts& world);

// The elements that rank `rank` owns: its chunk, or all of its chunks.
std::int64_t own_size(const WorldCounts& world, int rank);

// What all ranks together have to send at the least, whatever the algorithm: (N-1)Ψ, and twice that
// for an all-reduce.
std::int64_t least_sum(const WorldCounts& world);

// The largest chunk and the smallest.
struct ChunkSizes {
  std::int64_t largest, smallest;
};
ChunkSizes chunk_sizes(const ChunkLayout& layout);

// Sums, and extremes, over ranks of one of Traffic's numbers.
using TrafficNumber = std::int64_t Traffic::*;
std::int64_t sum_of(const std::vector<Traffic>& ranks, TrafficNumber number);
std::int64_t most_of(const std::vector<Traffic>& ranks, TrafficNumber number);
std::int64_t least_of(const std::vector<Traffic>& ranks, TrafficNumber number);

}  // namespace zerolab
