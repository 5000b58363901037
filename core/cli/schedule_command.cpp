// zerolab schedule: prints a collective's schedule as text with its proof; or reads one that
// somebody wrote, and names its first wrong step. What it prints, --file reads back.
#include <memory>
#include <optional>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/json_output.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/cli/words.hpp"
#include "core/schedule/build.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/text.hpp"
#include "core/schedule/verify.hpp"

namespace zerolab {

namespace {

constexpr int max_verified_ranks = 1024;      // with as many chunks, all that verify takes
constexpr std::size_t printed_findings = 10;  // after the first

struct ScheduleArguments {
  std::string collective;
  std::string ranks;
  std::string algorithm;    // empty: the collective's first
  std::optional<int> root;  // none: 0, where the collective has one
  std::string file;
  bool json = false;
};

Schedule build(const ScheduleArguments& arguments) {
  if (arguments.collective.empty() || arguments.ranks.empty()) {
    throw input_error("nothing to show: give --collective C and --ranks N, or --file F");
  }
  const Collective collective = parse_collective(arguments.collective);
  const int ranks = parse_rank_count(arguments.ranks, max_verified_ranks);
  const std::optional<int> root =
      has_root(collective) ? std::optional(arguments.root.value_or(0)) : arguments.root;
  return build_schedule(collective,
                        arguments.algorithm.empty() ? algorithms_for(collective).front()
                                                    : std::string_view(arguments.algorithm),
                        ranks, root);
}

// What verify has shown of a correct schedule.
std::string_view promise(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter:
      return "each rank ends with all ranks' inputs of its own chunk, each exactly once";
    case Collective::all_gather: return "every rank ends with every chunk of its owner";
    case Collective::all_reduce:
      return "every rank ends with all ranks' inputs of every chunk, each exactly once";
    case Collective::broadcast: return "every rank ends with the root's input of every chunk";
    case Collective::reduce:
      return "the root ends with all ranks' inputs of every chunk, each exactly once";
  }
  throw InvariantError("a Collective without a promise");
}

std::string summary(const Schedule& schedule) {
  return fmt::format("{} ({}) on {}: {}, {}", to_string(schedule.collective), schedule.algorithm,
                     counted(schedule.world_size, "rank"), counted(step_count(schedule), "step"),
                     counted(static_cast<std::int64_t>(schedule.transfers.size()), "transfer"));
}

// The number of the line that holds the transfer with this index, from 1.
int line_of_transfer(std::string_view text, int index) {
  int line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++line_number;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t word = std::min(text.find_first_not_of(" \t", begin), text.size());
    if (text.substr(word, end - word).starts_with("step") && index-- == 0) return line_number;
    begin = end + 1;
  }
  throw InvariantError("a transfer has a line");
}

std::string_view opening(const Finding& first) {
  if (first.step >= 0) return "first wrong step: ";
  return first.kind == FindingKind::wrong_result ? "no step is wrong by itself, but " : "wrong: ";
}

std::string wrong_text(const Schedule& schedule, const Verdict& verdict, const std::string& name,
                       std::string_view text) {
  const Finding& first = verdict.findings.front();
  std::string out =
      fmt::format("{}: wrong. {}\n{}{}\n", name, summary(schedule), opening(first), first.message);
  if (first.transfer >= 0) {
    out += fmt::format("  line {}: {}\n", line_of_transfer(text, first.transfer),
                       to_text(schedule.transfers[static_cast<std::size_t>(first.transfer)]));
  }
  const std::size_t others = verdict.findings.size() - 1;
  if (others == 0) return out;
  out += fmt::format("\n{} more, often what follows from the first:\n", others);
  for (std::size_t i = 1; i <= std::min(others, printed_findings); ++i) {
    out += fmt::format("  {}\n", verdict.findings[i].message);
  }
  if (others > printed_findings) {
    out += fmt::format("  … and {} (--json lists them)\n", others - printed_findings);
  }
  return out;
}

Json finding_json(const Finding& finding) {
  const auto or_null = [](int number) { return number < 0 ? Json() : Json(number); };
  return {{"kind", to_string(finding.kind)},       {"step", or_null(finding.step)},
          {"rank", or_null(finding.rank)},         {"chunk", or_null(finding.chunk)},
          {"transfer", or_null(finding.transfer)}, {"message", finding.message}};
}

// A schedule knows messages only: elements enter with a buffer (zerolab counts).
Json ranks_json(const Schedule& schedule) {
  std::vector<Traffic> traffic(static_cast<std::size_t>(schedule.world_size));
  for (const Transfer& transfer : schedule.transfers) {
    if (transfer.source < schedule.world_size && transfer.destination < schedule.world_size) {
      ++traffic[static_cast<std::size_t>(transfer.source)].sent_messages;
      ++traffic[static_cast<std::size_t>(transfer.destination)].received_messages;
    }
  }
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < traffic.size(); ++rank) {
    ranks.push_back(
        {{"rank", rank},
         {"sent_messages", compared(std::nullopt, traffic[rank].sent_messages)},
         {"received_messages", compared(std::nullopt, traffic[rank].received_messages)}});
  }
  return ranks;
}

Json schedule_json(const Schedule& schedule, const Verdict& verdict, const std::string& file) {
  Json json = json_report("schedule");
  json["config"] = {{"collective", to_string(schedule.collective)},
                    {"algorithm", schedule.algorithm},
                    {"ranks", schedule.world_size},
                    {"chunks", schedule.chunk_count},
                    {"root", schedule.root ? Json(*schedule.root) : Json()},
                    {"file", file.empty() ? Json() : Json(file)}};
  json["ranks"] = ranks_json(schedule);
  json["steps"] = step_count(schedule);
  json["transfers"] = schedule.transfers.size();
  json["text"] = to_text(schedule);
  json["correct"] = verdict.correct();
  json["findings"] = Json::array();
  for (const Finding& finding : verdict.findings) json["findings"].push_back(finding_json(finding));
  return json;
}

int run_schedule(const ScheduleArguments& arguments) {
  const bool from_file = !arguments.file.empty();
  const std::string text = from_file ? read_file(arguments.file) : "";
  const Schedule schedule = from_file ? parse_schedule(text, arguments.file) : build(arguments);
  const Verdict verdict = verify(schedule);
  if (arguments.json) {
    print_json(schedule_json(schedule, verdict, arguments.file));
  } else if (!from_file) {
    fmt::print("{}# {}\n# verified: {}\n", to_text(schedule), summary(schedule),
               verdict.correct() ? fmt::format("correct, {}", promise(schedule.collective))
                                 : "WRONG, " + verdict.findings.front().message);
  } else if (verdict.correct()) {
    fmt::print("{}: correct. {}\nverified: {}\n", arguments.file, summary(schedule),
               promise(schedule.collective));
  } else {
    fmt::print("{}", wrong_text(schedule, verdict, arguments.file, text));
  }
  return verdict.correct() ? 0 : 1;
}

}  // namespace

void add_schedule_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<ScheduleArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "schedule", "A collective's transfers as text, proved; or a proof of those in a file");
  command.option("--collective", arguments->collective, collective_names());
  command.option("--ranks", arguments->ranks, "N, the world size");
  command.option("--root", arguments->root, "Of broadcast and reduce (default: 0)");
  command.option("--algorithm", arguments->algorithm, algorithm_names() + " (default: the first)");
  command.option("--file", arguments->file, "Verify the schedule in this file instead");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.exclude("--file", {"--collective", "--ranks", "--root", "--algorithm"});
  command.example(
      "Example: zerolab schedule --collective all-reduce --ranks 4 > ring.txt\n"
      "         zerolab schedule --file ring.txt      (after changing a line of it)\n"
      "Exit status 1: the schedule is wrong; the first wrong step is named.");
  command.runs([arguments] { return run_schedule(*arguments); });
}

}  // namespace zerolab
