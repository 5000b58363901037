// zerolab offload: fetches units of parameters from host memory by owner and broadcast, and in
// slices by all-gather, over links to the host that are as slow as they are said to be.
#include <charconv>
#include <cmath>
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/offload_json.hpp"
#include "core/cli/offload_text.hpp"
#include "core/cli/progress.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

namespace {

constexpr int most_ranks = 64;           // each has a thread of its own
constexpr double longest_seconds = 300;  // of a run, by the formulas

struct OffloadArguments {
  std::string ranks = "1,2,4,8,16";
  std::string link = "12G";
  std::string host = "48G";
  std::string latency = "0";
  std::string scale = "2000";
  std::string elements = "30000";
  int units = 16;
  int prefetch = 4;
  int repeat = 1;
  bool json = false;
};

// "1us" → 1e-6.
double parse_latency(std::string_view text) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  const double factor = unit == "ns"                   ? 1e-9
                        : unit == "us" || unit == "µs" ? 1e-6
                        : unit == "ms"                 ? 1e-3
                        : unit == "s"                  ? 1
                        : unit.empty() && number == 0  ? 1
                                                       : -1;
  if (status == std::errc{} && factor > 0 && number >= 0 && number * factor <= 1) {
    return number * factor;
  }
  throw input_error("latency '{}': give a time from 0 to 1s, such as 10us, 500ns or 0", text);
}

double parse_rate(std::string_view text, std::string_view what) {
  try {
    const std::int64_t bytes =
        parse_bytes(text.ends_with("/s") ? text.substr(0, text.size() - 2) : text);
    if (bytes > 0) return static_cast<double>(bytes);
  } catch (const Error&) {  // said below, in this option's words
  }
  throw input_error("{} '{}': give bytes per second, at least 1, such as 12G or 800M", what, text);
}

double parse_scale(std::string_view text) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status == std::errc{} && end == text.data() + text.size() && number >= 1 && number <= 1e9) {
    return number;
  }
  throw input_error("scale '{}': give how many times as slow to run, from 1 to 1e9", text);
}

int at_least_one(int value, std::string_view name) {
  if (value >= 1) return value;
  throw input_error("--{} {}: give a whole number of at least 1", name, value);
}

OffloadQuestion question_of(const OffloadArguments& arguments) {
  OffloadQuestion question;
  question.world_sizes = parse_rank_counts(arguments.ranks, most_ranks);
  question.host = {parse_rate(arguments.link, "link"), parse_latency(arguments.latency),
                   parse_rate(arguments.host, "host")};
  question.scale = parse_scale(arguments.scale);
  question.unit_elements = static_cast<std::size_t>(parse_count(arguments.elements, "elements"));
  question.units = at_least_one(arguments.units, "units");
  question.prefetch = at_least_one(arguments.prefetch, "prefetch");
  question.passes = at_least_one(arguments.repeat, "repeat");
  return question;
}

// Before anything runs: it must fit into memory, and end.
void check_size(const OffloadQuestion& question, const std::vector<FetchCase>& cases) {
  double most_bytes = 0;
  double seconds = 0;
  for (const FetchCase& fetch : cases) {
    most_bytes = std::max(most_bytes, buffer_bytes(fetch));
    seconds += question.passes * question.units * link_seconds(fetch);
  }
  const auto available = available_memory_bytes();
  if (available && most_bytes > 0.9 * static_cast<double>(*available)) {
    throw input_error(
        "the host's units and the ranks' buffers take {:.1f} GB, and {:.1f} GB of memory are free: "
        "give fewer --elements or --units, or a smaller --prefetch or --ranks",
        most_bytes / 1e9, static_cast<double>(*available) / 1e9);
  }
  if (seconds > longest_seconds) {
    throw input_error(
        "the links alone would take {:.0f} s, more than {:.0f}: give fewer --elements, --units or "
        "--repeat, faster links, or a --scale below {:g}",
        seconds, longest_seconds, question.scale);
  }
}

int run_offload(const OffloadArguments& arguments) {
  const OffloadQuestion question = question_of(arguments);
  const std::vector<FetchCase> cases = offload_cases(question);
  check_size(question, cases);
  if (!arguments.json) {
    fmt::print("{}", offload_preface(question));
    std::fflush(stdout);
  }
  Progress line(arguments.json);
  std::vector<OffloadRow> rows;
  bool right = true;
  for (const FetchCase& fetch : cases) {
    line.show(fmt::format("{} on {} ranks: {} of {}", to_string(fetch.scheme), fetch.world_size,
                          rows.size() + 1, cases.size()));
    rows.push_back({fetch, fetch_units(fetch, question.passes)});
    right &= agrees(fetch, rows.back().result);
  }
  line.clear();
  if (arguments.json) {
    print_json(offload_json(question, rows));
  } else {
    fmt::print("{}", offload_text(question, rows));
  }
  return right ? 0 : 1;
}

}  // namespace

void add_offload_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<OffloadArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "offload",
      "Parameters in host memory: an owner's broadcast against slices and an all-gather");
  command.option("--ranks", arguments->ranks, "N, the world sizes, each with all three schemes");
  command.option("--link", arguments->link, "B, a rank's link to the host, in bytes per second");
  command.option("--host", arguments->host, "What the host gives to all links together");
  command.option("--latency", arguments->latency, "Of a link, for each copy: ns, us, ms, s");
  command.option(
      "--scale", arguments->scale,
      "Run everything so many times as slow: this machine must be faster than the links");
  command.option("--units", arguments->units,
                 "Fetched one after the other; rank u mod N owns unit u");
  command.option("--elements", arguments->elements, "Of a unit, floats of 4 bytes");
  command.option("--prefetch", arguments->prefetch,
                 "K: the owners of K units read at the same time, in owner-prefetch");
  command.option("--repeat", arguments->repeat,
                 "Passes over all units; times are medians over all of them");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.example(
      "Example: zerolab offload --ranks 1,2,4,8,16 --link 12G --host 48G\n"
      "         zerolab offload --ranks 8 --host 12G         (a host that gives no more than one "
      "link)\n"
      "         zerolab offload --ranks 8 --prefetch 8       (as many owners at once as ranks)\n"
      "The defaults are a 16-GPU DGX-2: 12 GB/s for one GPU alone, 48 GB/s for all, about 3 GB/s\n"
      "each with 16 active (ZeRO-Infinity, section 6.1).\n"
      "Exit status 1: bytes, elements or values were not as by the formulas. Times never fail.");
  command.runs([arguments] { return run_offload(*arguments); });
}

}  // namespace zerolab
