// What `zerolab cost` computes, before it is printed: one row per algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/schedule/cost.hpp"
#include "core/schedule/cost_formula.hpp"
#include "core/schedule/crossover.hpp"

namespace zerolab {

struct CostQuestion {
  Collective collective = Collective::all_reduce;
  int world_size = 1;
  std::int64_t bytes = 0;
  std::optional<int> root;  // set for broadcast and reduce only
  Network network;
  std::vector<std::string> algorithms;  // empty: all that there are
};

struct CostRow {
  CostModel model;
  double seconds = 0;
  double latency_seconds = 0;  // what it would take with 0 bytes
  std::optional<ClosedTime> closed;

  double algorithm_bandwidth(std::int64_t bytes) const;  // bytes per second
  double bus_bandwidth(std::int64_t bytes) const;
};

// An algorithm that was not asked for by its name and cannot be had, with the reason.
struct LeftOut {
  std::string algorithm;
  std::string reason;
};

struct CostRows {
  std::vector<CostRow> rows;  // the fastest first
  std::vector<LeftOut> left_out;
  std::vector<Fastest> fastest;  // by size: indices into rows; empty with one row
};

// The sizes between which changes of the fastest are looked for.
inline constexpr std::int64_t least_crossover_bytes = 64;
inline constexpr std::int64_t most_crossover_bytes = 64'000'000'000;

// Throws an input Error for a question without an answer: a rank that the network names and the
// world lacks, an algorithm asked for by name that cannot be had.
CostRows cost_rows(const CostQuestion& question);

}  // namespace zerolab
