#include "core/cli/bench_rows.hpp"

#include <algorithm>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/units.hpp"
#include "core/cli/bench_limit.hpp"
#include "core/cli/bench_machine.hpp"
#include "core/schedule/build.hpp"
#include "core/schedule/cost.hpp"

namespace zerolab {

namespace {

// Reduce-scatter and all-gather count what one rank ends, or begins, with.
bool counts_per_rank(Collective collective) {
  return collective == Collective::reduce_scatter || collective == Collective::all_gather;
}

Schedule schedule_of(const BenchOptions& options, Collective collective) {
  const auto root = has_root(collective) ? std::optional(0) : std::nullopt;
  return options.algorithm.empty()
             ? build_schedule(collective, options.ranks, root)
             : build_schedule(collective, options.algorithm, options.ranks, root);
}

// A row to measure: `wanted_bytes` rounded down to whole elements, and per rank where so counted.
BenchRow row_of(const BenchOptions& options, Collective collective, std::size_t wanted_bytes) {
  const std::size_t parts =
      counts_per_rank(collective) ? static_cast<std::size_t>(options.ranks) : 1;
  BenchRow row;
  const Schedule schedule = schedule_of(options, collective);
  row.algorithm = schedule.algorithm;
  row.checked = {collective, options.ranks, 0, schedule.chunk_count};
  row.dtype = options.dtype;
  row.count = wanted_bytes / size_bytes(options.dtype) / parts;
  row.size_bytes = row.count * parts * size_bytes(options.dtype);
  return row;
}

BenchCase case_of(const BenchReport& report, const BenchRow& row) {
  BenchCase bench_case;
  bench_case.checked = row.checked;
  bench_case.dtype = row.dtype;
  bench_case.elements = row.size_bytes / size_bytes(row.dtype);
  bench_case.iterations = report.options.iterations;
  bench_case.warmup = report.options.warmup;
  if (report.options.cold) bench_case.cold_cache_bytes = report.cache_bytes;
  bench_case.cores = report.cores;
  bench_case.collectives = {{{row.checked.collective, row.algorithm}}, report.options.slice_bytes};
  bench_case.transport = {report.options.eager_bytes};
  return bench_case;
}

void check_memory(const BenchReport& report) {
  std::size_t needed = 0;
  for (const BenchRow& row : report.rows) {
    needed = std::max(needed, buffer_bytes(case_of(report, row)));
  }
  needed += 2 * limit_operand_bytes * report.cores.size();
  const auto available = available_memory_bytes();
  if (available && static_cast<std::int64_t>(needed) > *available) {
    throw input_error(
        "{} ranks' buffers would take {} together, but {} is free: give a smaller -e, "
        "or fewer ranks",
        report.options.ranks, format_bytes(static_cast<std::int64_t>(needed)),
        format_bytes(*available));
  }
}

}  // namespace

double BenchRow::algorithm_bandwidth(const Timing& timing) const {
  return timing.seconds > 0 ? static_cast<double>(size_bytes) / timing.seconds : 0;
}

double BenchRow::bus_bandwidth(const Timing& timing) const {
  return algorithm_bandwidth(timing) * bus_bandwidth_factor(checked.collective, checked.world_size);
}

std::optional<double> BenchRow::share_of_limit() const {
  const double bytes =
      compulsory_bytes(checked.collective, checked.world_size, static_cast<double>(size_bytes));
  if (bytes == 0 || times.in_place.seconds <= 0) return std::nullopt;
  return bytes / limit / times.in_place.seconds;
}

std::int64_t BenchReport::wrong() const {
  std::int64_t count = 0;
  for (const BenchRow& row : rows) count += row.times.out_of_place.wrong + row.times.in_place.wrong;
  return count;
}

double BenchReport::average_bus_bandwidth(Collective collective) const {
  double sum = 0;
  int count = 0;
  for (const BenchRow& row : rows) {
    if (row.checked.collective != collective) continue;
    sum += row.bus_bandwidth(row.times.out_of_place) + row.bus_bandwidth(row.times.in_place);
    count += 2;
  }
  return count == 0 ? 0 : sum / count;
}

BenchReport prepare(const BenchOptions& options) {
  check_ranks("threads", options.ranks);
  if (options.iterations < 1) {
    throw input_error("{} iterations: at least 1 is needed to take a time", options.iterations);
  }
  if (options.warmup < 0) {
    throw input_error("{} iterations to warm up: it may be 0 or more", options.warmup);
  }
  BenchReport report{options, usable_cores(), 0, {}, 0};
  if (options.cold) {
    const auto cache = last_level_cache_bytes(report.cores);
    if (!cache) {
      throw input_error(
          "--cold: this system does not say how large its last-level cache is, so that "
          "nobody knows what would exceed it; leave --cold out");
    }
    report.cache_bytes = *cache;
  }
  for (const Collective collective : options.collectives) {
    for (const std::size_t bytes : options.sizes_bytes) {
      report.rows.push_back(row_of(options, collective, bytes));
    }
  }
  check_memory(report);
  if (static_cast<std::size_t>(options.ranks) > report.cores.size()) {
    report.switch_seconds = seconds_per_switch(report.cores.front());
  }
  return report;
}

// Rows are measured in groups between two measurements of the limit, so that short ones do not each
// pay for one.
void run(BenchReport& report, const std::function<void(const BenchRow&)>& on_row) {
  constexpr std::int64_t longest_group_ns = 500'000'000;
  MemoryLimit memory(report.cores);
  double before = memory.measure();
  std::int64_t group_begin_ns = now_ns();
  std::size_t group_begin = 0;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    report.rows[i].times = measure(case_of(report, report.rows[i]));
    const bool last = i + 1 == report.rows.size();
    if (!last && now_ns() - group_begin_ns < longest_group_ns) continue;
    const double after = memory.measure();
    for (; group_begin <= i; ++group_begin) {
      report.rows[group_begin].limit = std::max(before, after);
      on_row(report.rows[group_begin]);
    }
    before = after;
    group_begin_ns = now_ns();
  }
}

}  // namespace zerolab
