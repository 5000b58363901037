// zerolab counts: what each rank sends and receives in one collective, step by step and in total,
// beside the closed formula, and beside a real run where one is asked for.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/counts_compare.hpp"
#include "core/cli/counts_json.hpp"
#include "core/cli/counts_run.hpp"
#include "core/cli/counts_steps.hpp"
#include "core/cli/counts_tables.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/cli/words.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

constexpr int max_steps_json_ranks = 256;  // 130,560 transfers of an all-reduce

struct CountsArguments {
  std::string collective;
  std::string ranks;
  std::string elements;
  std::string algorithm;    // empty: the collective's first
  std::optional<int> root;  // none: 0, where the collective has one
  bool per_step = false;
  bool run = false;
  bool compare = false;
  bool json = false;
};

// parse_count, and 0: a buffer may be empty.
std::size_t parse_elements(const std::string& text) {
  return text == "0" ? 0 : static_cast<std::size_t>(parse_count(text, "elements"));
}

void check_per_step(const CountsArguments& arguments, const std::vector<int>& world_sizes) {
  if (!arguments.per_step) return;
  if (world_sizes.size() > 1) {
    throw input_error("--per-step shows one world, but {} were given: --ranks {}",
                      world_sizes.size(), world_sizes.front());
  }
  if (arguments.json && world_sizes.front() > max_steps_json_ranks) {
    throw input_error("--per-step with --json lists up to {} ranks, got {}: leave one of them out",
                      max_steps_json_ranks, world_sizes.front());
  }
}

void check_compare(const CountsArguments& arguments, const std::vector<int>& world_sizes) {
  if (world_sizes.size() > 1) {
    throw input_error("--compare shows one world, but {} were given: --ranks {}",
                      world_sizes.size(), world_sizes.front());
  }
  const bool one_only = !arguments.algorithm.empty() || arguments.per_step || arguments.run;
  if (one_only) {
    throw input_error("--compare shows the totals of every algorithm: leave {} out",
                      !arguments.algorithm.empty() ? "--algorithm"
                      : arguments.per_step         ? "--per-step"
                                                   : "--run");
  }
}

int run_counts(const CountsArguments& arguments) {
  const Collective collective = parse_collective(arguments.collective);
  const std::vector<int> world_sizes = parse_rank_counts(arguments.ranks, max_schedule_ranks);
  const std::size_t elements = parse_elements(arguments.elements);
  const std::string algorithm = arguments.algorithm.empty()
                                    ? std::string(algorithms_for(collective).front())
                                    : arguments.algorithm;
  const std::optional<int> root =
      has_root(collective) ? std::optional(arguments.root.value_or(0)) : arguments.root;
  check_per_step(arguments, world_sizes);
  if (arguments.compare) {
    check_compare(arguments, world_sizes);
    return compare_algorithms(collective, world_sizes.front(), elements, root, arguments.json);
  }

  std::vector<WorldCounts> worlds;
  std::string steps;
  Json json_steps;
  for (const int world_size : world_sizes) {
    const Schedule schedule = build_schedule(collective, algorithm, world_size, root);
    WorldCounts world = count_world(schedule, elements);
    if (arguments.run) world.run = run_on_threads(schedule, elements);
    if (arguments.per_step && arguments.json) json_steps = steps_json(schedule, world.layout);
    if (arguments.per_step && !arguments.json) steps = steps_text(schedule, world.layout);
    worlds.push_back(std::move(world));
  }
  if (arguments.json) {
    Json json = counts_json(worlds);
    if (arguments.per_step) json["per_step"] = std::move(json_steps);
    print_json(json);
  } else {
    fmt::print("{}", worlds.size() == 1 ? world_tables(worlds[0], steps) : worlds_table(worlds));
  }
  return std::all_of(worlds.begin(), worlds.end(), agrees) ? 0 : 1;
}

}  // namespace

void add_counts_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<CountsArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "counts", "What each rank sends and receives in one collective, beside the formula");
  command.option("--collective", arguments->collective, collective_names());
  command.option("--ranks", arguments->ranks, "N, the world size; or several: 2,4,8");
  command.option("--elements", arguments->elements, "Ψ, the buffer's elements: 10, 1e6, 7.5B");
  command.option("--root", arguments->root, "Of broadcast and reduce (default: 0)");
  command.option("--algorithm", arguments->algorithm, algorithm_names() + " (default: the first)");
  command.flag("--per-step", arguments->per_step,
               "Who sends which chunk to whom in each step, and running totals");
  command.flag("--run", arguments->run,
               "Also run it, one thread per rank: check every value, compare the counts");
  command.flag("--compare", arguments->compare, "All algorithms of the collective side by side");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.require({"--collective", "--ranks", "--elements"});
  command.example(
      "Example: zerolab counts --collective all-reduce --ranks 8 --elements 1000 --per-step --run\n"
      "         zerolab counts --collective reduce-scatter --ranks 2,4,8,64,1024 --elements 7.5B\n"
      "         zerolab counts --collective all-reduce --ranks 16 --elements 1e6 --compare\n"
      "Volumes are per rank and per direction, in elements. Exit status 1: the counts differ.");
  command.runs([arguments] { return run_counts(*arguments); });
}

}  // namespace zerolab
