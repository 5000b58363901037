// The rows of `zerolab bench`: sizes as nccl-tests counts them, and each row's measured times
// beside the memory limit, which is measured in turn with them: before and after every half second
// of rows.
#pragma once

#include <functional>

#include "core/cli/bench_options.hpp"
#include "core/cli/bench_run.hpp"

namespace zerolab {

struct BenchRow {
  CheckedCollective checked;
  std::string algorithm;
  DType dtype = DType::f32;
  std::size_t count = 0;       // elements: of the buffer; of reduce-scatter, all-gather: per rank
  std::size_t size_bytes = 0;  // of the whole buffer: count, times N for those two, in bytes
  BenchTimes times;
  double limit = 0;  // bytes per second: the better of before and after

  double algorithm_bandwidth(const Timing& timing) const;  // size/time, bytes per second
  double bus_bandwidth(const Timing& timing) const;        // times bus_bandwidth_factor()

  // Of the limit, in place: bound/time with bound = compulsory_bytes/limit. None where nothing need
  // move.
  std::optional<double> share_of_limit() const;
};

struct BenchReport {
  BenchOptions options;
  std::vector<int> cores;       // that may be used
  std::size_t cache_bytes = 0;  // the last-level caches that cold iterations outran; 0: warm
  std::vector<BenchRow> rows;   // by collective, then size
  double switch_seconds = 0;    // seconds_per_switch where ranks outnumber cores; else 0

  std::int64_t wrong() const;                                 // all rows
  double average_bus_bandwidth(Collective collective) const;  // over its rows, both ways
};

// Before anything is printed or measured: throws an input Error for options out of range, or
// buffers that would not fit into the memory that is free now.
BenchReport prepare(const BenchOptions& options);

// Measures all rows, in order; `on_row` sees each as soon as the limit after it is known.
void run(BenchReport& report, const std::function<void(const BenchRow&)>& on_row);

}  // namespace zerolab
