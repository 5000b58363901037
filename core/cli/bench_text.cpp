#include "core/cli/bench_text.hpp"

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/cli/bench_machine.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

constexpr double giga = 1e9;

std::string_view reduction_of(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter:
    case Collective::all_reduce:
    case Collective::reduce: return "sum";
    case Collective::all_gather:
    case Collective::broadcast: return "none";
  }
  throw InvariantError("a Collective of which nobody said whether it adds");
}

// As nccl-tests: -1 where there is none.
int root_of(const CheckedCollective& checked) {
  return has_root(checked.collective) ? checked.root : -1;
}

// "0 0 1 1"
std::string placement(const BenchReport& report) {
  std::string cores;
  for (int rank = 0; rank < report.options.ranks; ++rank) {
    cores += fmt::format("{}{}", rank == 0 ? "" : " ",
                         core_of_rank(rank, report.options.ranks, report.cores));
  }
  return cores;
}

// What was chosen, or is worth knowing before the small sizes are read; each on a line of its own.
std::string remarks(const BenchReport& report) {
  const BenchOptions& options = report.options;
  const std::size_t slice = options.slice_bytes.value_or(default_slice_bytes(options.ranks));
  std::string text =
      slice == 0 ? "# whole chunks move at once\n"
                 : fmt::format("# chunks of more than {} bytes move in slices of that size\n",
                               with_separators(static_cast<std::int64_t>(slice)));
  if (slice == 0 && options.ranks > 1) {
    text += fmt::format(
        "# (a ring all-reduce then reads and writes 5(N-1)/N S per rank, so that its share can "
        "reach {:.0f} %)\n",
        100 * 2.0 * options.ranks / (5.0 * (options.ranks - 1)));
  }
  if (options.eager_bytes > 0) {
    text += fmt::format("# messages of up to {} bytes are buffered by the transport\n",
                        with_separators(static_cast<std::int64_t>(options.eager_bytes)));
  }
  if (report.switch_seconds > 0) {
    text += fmt::format(
        "# ranks outnumber cores: a core needs {} to go from one waiting rank to the next\n",
        format_seconds(report.switch_seconds));
  }
  return text;
}

// Four significant digits, as far as a column of 9 goes.
std::string microseconds(double seconds) {
  const double value = seconds * 1e6;
  return fmt::format("{:.{}f}", value, value < 99.995 ? 2 : value < 999.95 ? 1 : 0);
}

std::string timing_columns(const BenchRow& row, const Timing& timing) {
  return fmt::format("{:>9}  {:>6.2f}  {:>6.2f}  {:>6}", microseconds(timing.seconds),
                     row.algorithm_bandwidth(timing) / giga, row.bus_bandwidth(timing) / giga,
                     timing.wrong);
}

Json timing_json(const BenchRow& row, const Timing& timing) {
  return {{"time_us", timing.seconds * 1e6},
          {"algbw_gb_per_s", row.algorithm_bandwidth(timing) / giga},
          {"busbw_gb_per_s", row.bus_bandwidth(timing) / giga},
          {"wrong", timing.wrong}};
}

}  // namespace

std::string bench_preface(const BenchReport& report) {
  const BenchOptions& options = report.options;
  const std::string caches =
      report.cache_bytes == 0
          ? "warm, the same buffers every time: sizes that fit the cache are flattered (--cold)"
          : fmt::format(
                "cold, {} of last-level cache outrun: no buffer twice without a sweep over "
                "twice as much",
                format_bytes(static_cast<std::int64_t>(report.cache_bytes)));
  return fmt::format(
      "# {} on the threads transport, on cores {}; {}, {} to warm up\n"
      "{}"
      "# caches: {}\n"
      "# time: mean on the slowest rank. algbw = size/time, in GB = 10^9 bytes.\n"
      "# busbw = algbw times 2(N-1)/N (all-reduce), (N-1)/N (reduce-scatter, all-gather) or 1.\n"
      "# out-of-place: input copied into output, then in place. #wrong: of exact sums, untimed.\n"
      "# limit: bytes/s that a += b reads and writes (12 per element), {} with 64 MiB operands;\n"
      "# the better of before and after, in turn with the rows (or half a second of them).\n"
      "# share = bytes that N ranks must read and write at least / limit / in-place time; these\n"
      "# are 2SN (all-reduce), SN+S (reduce-scatter, reduce) or SN (all-gather, broadcast).\n",
      counted(options.ranks, "rank"), placement(report), counted(options.iterations, "iteration"),
      options.warmup, remarks(report), caches,
      counted(static_cast<std::int64_t>(report.cores.size()), "thread"));
}

std::string bench_heading(const BenchRow& row) {
  const auto line = [](const char* size, const char* count, const std::string& words,
                       const std::string& timing, const char* limits) {
    return fmt::format("#{:>12}  {:>11}  {:>18}  {:>33}  {:>33}  {}", size, count, words, timing,
                       timing, limits);
  };
  const auto timing = [](const char* time, const char* algbw, const char* busbw,
                         const char* wrong) {
    return fmt::format("{:>9}  {:>6}  {:>6}  {:>6}", time, algbw, busbw, wrong);
  };
  return fmt::format(
      "#\n# {}, {}\n#{:>64}{:>35}\n{}\n{}\n", to_string(row.checked.collective), row.algorithm,
      "out-of-place", "in-place",
      line("size", "count", " type  redop  root", timing("time", "algbw", "busbw", "#wrong"),
           " limit   share"),
      line("(B)", "(elements)", "", timing("(us)", "(GB/s)", "(GB/s)", ""), "(GB/s)"));
}

std::string bench_row(const BenchRow& row) {
  const auto share = row.share_of_limit();
  return fmt::format(
      " {:>12}  {:>11}  {:>5}  {:>5}  {:>4}  {}  {}  {:>6.2f}  {:>6}\n", row.size_bytes, row.count,
      element_type_name(row.dtype), reduction_of(row.checked.collective), root_of(row.checked),
      timing_columns(row, row.times.out_of_place), timing_columns(row, row.times.in_place),
      row.limit / giga, share ? fmt::format("{:.1f}%", 100 * *share) : "-");
}

std::string bench_footer(const BenchReport& report, Collective collective) {
  std::int64_t wrong = 0;
  for (const BenchRow& row : report.rows) {
    if (row.checked.collective != collective) continue;
    wrong += row.times.out_of_place.wrong + row.times.in_place.wrong;
  }
  return fmt::format("# Out of bounds values : {} {}\n# Avg bus bandwidth    : {:.4f}\n", wrong,
                     wrong == 0 ? "OK" : "FAILED", report.average_bus_bandwidth(collective) / giga);
}

Json bench_json(const BenchReport& report) {
  const BenchOptions& options = report.options;
  Json json = json_report("bench");
  json["config"] = {
      {"ranks", options.ranks},
      {"transport", "threads"},
      {"type", element_type_name(options.dtype)},
      {"iterations", options.iterations},
      {"warmup", options.warmup},
      {"cold", options.cold},
      {"slice_bytes", options.slice_bytes.value_or(default_slice_bytes(options.ranks))},
      {"eager_bytes", options.eager_bytes},
      {"switch_us", report.switch_seconds == 0 ? Json() : Json(report.switch_seconds * 1e6)},
      {"cache_bytes", report.cache_bytes == 0 ? Json() : Json(report.cache_bytes)},
      {"cores", report.cores}};
  for (int rank = 0; rank < options.ranks; ++rank) {
    json["ranks"].push_back(
        {{"rank", rank}, {"core", core_of_rank(rank, options.ranks, report.cores)}});
  }
  json["rows"] = Json::array();
  for (const BenchRow& row : report.rows) {
    const auto share = row.share_of_limit();
    json["rows"].push_back({{"collective", to_string(row.checked.collective)},
                            {"algorithm", row.algorithm},
                            {"size_bytes", row.size_bytes},
                            {"count", row.count},
                            {"type", element_type_name(row.dtype)},
                            {"redop", reduction_of(row.checked.collective)},
                            {"root", root_of(row.checked)},
                            {"out_of_place", timing_json(row, row.times.out_of_place)},
                            {"in_place", timing_json(row, row.times.in_place)},
                            {"limit_gb_per_s", row.limit / giga},
                            {"share_of_limit", share ? Json(*share) : Json()}});
  }
  json["out_of_bounds_values"] = report.wrong();
  json["average_busbw_gb_per_s"] = Json::object();
  for (const Collective collective : options.collectives) {
    json["average_busbw_gb_per_s"][std::string(to_string(collective))] =
        report.average_bus_bandwidth(collective) / giga;
  }
  return json;
}

}  // namespace zerolab
