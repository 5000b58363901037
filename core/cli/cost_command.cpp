// zerolab cost: how long a collective would take on a network, by each algorithm, beside the closed
// form; from which size on which algorithm is the fastest; and a network's rates out of a trace.
#include <memory>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/cost_fit.hpp"
#include "core/cli/cost_json.hpp"
#include "core/cli/cost_text.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

struct CostArguments {
  std::string collective;
  std::string ranks;
  std::string bytes;
  std::vector<std::string> network;  // words; quotes around all of them may be left out
  std::string algorithm = "all";
  std::optional<int> root;  // none: 0, where the collective has one
  std::string fit;
  bool json = false;
};

// "ring,direct" → both; "all" → none by name.
std::vector<std::string> parse_algorithms(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; text != "all" && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

Network network_of(const CostArguments& arguments, const std::optional<TraceFit>& fit) {
  if (fit) return fit->fit.network;
  if (!arguments.network.empty()) {
    return parse_network(fmt::format("{}", fmt::join(arguments.network, " ")));
  }
  std::string names;
  for (const NetworkPreset& preset : network_presets()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  }
  throw input_error(
      "on which network? Give --network with a preset ({}) or intra=2us,300GB/s, or --fit TRACE",
      names);
}

// None where a fit alone is asked for.
std::optional<CostQuestion> question_of(const CostArguments& arguments,
                                        const std::optional<TraceFit>& fit) {
  const bool any =
      !arguments.collective.empty() || !arguments.ranks.empty() || !arguments.bytes.empty();
  const bool all =
      !arguments.collective.empty() && !arguments.ranks.empty() && !arguments.bytes.empty();
  if (fit && !any) return std::nullopt;
  if (!all) {
    throw input_error("cost of what? Give --collective, --ranks and --bytes, all three{}",
                      fit ? ", or --fit alone" : "");
  }
  CostQuestion question;
  question.collective = parse_collective(arguments.collective);
  question.world_size = parse_rank_count(arguments.ranks, max_ring_cost_ranks);
  question.bytes = parse_bytes(arguments.bytes);
  question.root =
      has_root(question.collective) ? std::optional(arguments.root.value_or(0)) : arguments.root;
  question.network = network_of(arguments, fit);
  question.algorithms = parse_algorithms(arguments.algorithm);
  return question;
}

int run_cost(const CostArguments& arguments) {
  std::optional<TraceFit> fit;
  if (!arguments.fit.empty()) fit = fit_trace(arguments.fit);
  const std::optional<CostQuestion> question = question_of(arguments, fit);
  std::optional<CostRows> rows;
  if (question) rows = cost_rows(*question);
  if (arguments.json) {
    Json report = json_report("cost");
    if (fit) add_fit(report, *fit);
    if (rows) add_cost(report, *question, *rows);
    print_json(report);
    return 0;
  }
  if (fit) fmt::print("{}{}", fit_text(*fit), rows ? "\n" : "");
  if (rows) fmt::print("{}", cost_text(*question, *rows));
  return 0;
}

std::string presets_text() {
  std::string text;
  for (const NetworkPreset& preset : network_presets()) {
    text += fmt::format("\n  {}: {}\n    {}", preset.name, preset.meaning, preset.words);
  }
  return text;
}

}  // namespace

void add_cost_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<CostArguments>();  // shared: the callback outlives this call
  Command command =
      program.add("cost", "How long a collective would take on a network, by each algorithm");
  command.option("--collective", arguments->collective, collective_names());
  command.option("--ranks", arguments->ranks, "N, the world size");
  command.option("--bytes", arguments->bytes,
                 "S, the whole buffer: 1000, 64K, 1G (10^9), 64Mi (2^20)");
  command.option("--network", arguments->network,
                 "A preset, or words, or a preset and words that change it (below)");
  command.option("--algorithm", arguments->algorithm, "all, or some with commas");
  command.option("--root", arguments->root, "Of broadcast and reduce (default: 0)");
  command.option("--fit", arguments->fit, "Take the network's rates from this trace of a run");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.exclude("--fit", {"--network"});
  command.example(
      "Example: zerolab cost --collective all-reduce --ranks 1024 --bytes 1G --network two-level\n"
      "         zerolab cost --collective all-reduce --ranks 8 --bytes 1M --network nvlink "
      "late=3,1ms\n"
      "         zerolab train --ranks 2 --trace run.json.gz && zerolab cost --fit run.json.gz\n"
      "Words of a network:\n"
      "  intra=2us,300GB/s      latency and bandwidth of a link between ranks of a node\n"
      "  ranks-per-node=8       without it all ranks are on one node\n"
      "  inter=5us,25GB/s       latency and bandwidth from node to node\n"
      "  shared-port            a rank's messages of one step share a port; else port-per-peer\n"
      "  shared-nic             a node's messages of one step share a card; else nic-per-rank\n"
      "  add=1TB/s              how fast a rank adds what arrives; else in no time\n"
      "  late=3,1ms  slow=3,4x  rank 3 begins later; rank 3's links have a quarter of the "
      "bandwidth\n"
      "Presets, in round figures that are assumed, not measured:" +
      presets_text());
  command.runs([arguments] { return run_cost(*arguments); });
}

}  // namespace zerolab
