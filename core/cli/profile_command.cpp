// zerolab profile: the collectives of a trace, ours or of PyTorch's profiler, by kind and size;
// what would issue them; and what a DeepSpeed configuration does not explain.
#include <chrono>
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/profile_json.hpp"
#include "core/cli/profile_text.hpp"
#include "core/cli/progress.hpp"
#include "core/cli/words.hpp"
#include "core/deepspeed/resolve.hpp"
#include "core/deepspeed/runnable.hpp"
#include "core/trace/chrome.hpp"

namespace zerolab {

namespace {

struct ProfileArguments {
  std::string trace;
  std::string ds_config;  // empty: none
  std::string sort = "time";
  int rows = 30;
  std::optional<int> step;
  bool json = false;
};

// Says how far the file has been read, some ten times a second once it takes long.
class ReadingLine {
 public:
  void show(std::uint64_t bytes_read, std::uint64_t file_bytes) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    progress_.show(fmt::format("reading: {} of {}",
                               format_bytes(static_cast<std::int64_t>(bytes_read)),
                               format_bytes(static_cast<std::int64_t>(file_bytes))));
  }

 private:
  Progress progress_{false};
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
};

// What of the two runs' settings differs and is not, or not by itself, seen in the comparison.
void note_settings(const TraceHeader& header, const ZeroConfig& planned,
                   std::vector<std::string>& notes) {
  for (const auto& [key, value] : header.config) {
    if (key == "precision" && value != to_string(planned.precision)) {
      notes.push_back(
          fmt::format("The configuration trains in {}, the trace in {}: elements are compared, not "
                      "their types.",
                      to_string(planned.precision), value));
    }
    if (key == "micro_steps" && value != std::to_string(planned.micro_steps)) {
      notes.push_back(fmt::format("The configuration has {} per update, the trace {}.",
                                  counted(planned.micro_steps, "micro-step"), value));
    }
  }
}

int run_own(const ProfileArguments& arguments, SortBy sort) {
  const Trace trace = read_trace(arguments.trace);
  OwnReport report{printable(arguments.trace),
                   trace.header,
                   profile_own(trace, arguments.step),
                   arguments.step,
                   {},
                   {},
                   std::nullopt};
  std::vector<ProfileRow>& rows = report.profile.rows;
  sort_rows(rows, sort);
  if (!arguments.ds_config.empty()) {
    const RunnableTraining training =
        runnable_training(read_ds_config(arguments.ds_config), trace.header.world_size);
    report.config_name = printable(arguments.ds_config);
    report.config_notes = training.notes;
    note_settings(trace.header, training.zero, report.config_notes);
    report.explanation = explain(trace, training.zero);
  }
  if (arguments.json) {
    print_json(profile_json(report));
  } else {
    fmt::print("{}", profile_text(report, arguments.rows));
  }
  const bool counted_as_predicted = report.only || as_predicted(report);
  return is_explained(report) && counted_as_predicted ? 0 : 1;
}

// The ranks that a foreign trace is of, for reading a configuration: a batch is divided by them.
int ranks_of(const KinetoTrace& trace) {
  if (trace.info.world_size) return static_cast<int>(*trace.info.world_size);
  for (const Call& call : trace.calls.kernels) {
    if (call.group_size) return static_cast<int>(*call.group_size);
  }
  throw input_error(
      "the trace does not say how many ranks it is of (no distributedInfo, no \"Group size\"), so "
      "--ds-config cannot be read for them");
}

int run_kineto(const ProfileArguments& arguments, SortBy sort, KinetoTrace trace) {
  if (arguments.step) {
    throw input_error(
        "--step is for traces of zerolab: a profiler's trace does not say which "
        "collective belongs to which step");
  }
  KinetoReport report;
  report.name = printable(arguments.trace);
  report.kernel_rows = rows_of(trace.calls.kernels, trace.info.world_size);
  const std::vector<Call> judged = judged_calls(trace.calls);
  if (!every_kernel_has_a_size(trace.calls)) {
    report.host_rows = rows_of(trace.calls.host, trace.info.world_size);
  }
  sort_rows(report.kernel_rows, sort);
  sort_rows(report.host_rows, sort == SortBy::time ? SortBy::volume : sort);
  report.shares = shares_of(judged, trace.info.world_size, trace.steps_marked);
  report.judgement = judge(report.shares, trace.info);
  if (!arguments.ds_config.empty()) {
    const Resolved resolved = resolve(read_ds_config(arguments.ds_config), ranks_of(trace));
    report.config_name = printable(arguments.ds_config);
    report.explanation = explain(report.shares, resolved.zero);
  }
  report.trace = std::move(trace);
  if (arguments.json) {
    print_json(profile_json(report));
  } else {
    fmt::print("{}", profile_text(report, arguments.rows));
  }
  return is_explained(report) ? 0 : 1;
}

int run_profile(const ProfileArguments& arguments) {
  const SortBy sort = parse_sort(arguments.sort);
  if (arguments.rows < 0) throw input_error("{} rows: 0 shows all", arguments.rows);
  ForeignTrace foreign;
  {
    ReadingLine line;
    foreign = read_foreign_trace(
        arguments.trace, [&line](std::uint64_t read, std::uint64_t all) { line.show(read, all); });
  }
  return foreign.is_ours ? run_own(arguments, sort)
                         : run_kineto(arguments, sort, std::move(foreign.kineto));
}

}  // namespace

void add_profile_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<ProfileArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "profile", "The collectives of a trace, ours or PyTorch's: sizes, volumes, times, and why");
  command.option(
      "trace", arguments->trace,
      "A trace of `zerolab train --trace` or of PyTorch's profiler; .json, also gzipped");
  command.option("--ds-config", arguments->ds_config,
                 "A DeepSpeed configuration: name the collectives that it does not explain");
  command.option("--sort", arguments->sort, "time, volume, count: the largest first");
  command.option("--rows", arguments->rows, "Rows of a table at most; 0: all");
  command.option("--step", arguments->step, "Of a trace of ours: this training step alone, from 0");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.require({"trace"});
  command.example(
      "Example: zerolab train --ranks 4 --stage 3 --model nano --steps 2 --trace run.json.gz\n"
      "         zerolab profile run.json.gz --sort volume\n"
      "         zerolab profile run.json.gz --ds-config ds_config.json\n"
      "         zerolab profile pytorch_trace.json.gz\n"
      "Volumes are per rank and per direction, in elements. Of PyTorch's traces they are computed\n"
      "by a ring's formula, where sizes are known. Exit status 1: the configuration does not "
      "explain\n"
      "the trace, or would issue more; or the events do not add up to what the plan foretold.");
  command.runs([arguments] { return run_profile(*arguments); });
}

}  // namespace zerolab
