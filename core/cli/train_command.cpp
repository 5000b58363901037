// zerolab train: trains a byte-level GPT on N ranks with a stage of ZeRO, and shows what moved and
// what was stored, measured beside predicted.
#include <charconv>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/compare_stages.hpp"
#include "core/cli/lessons.hpp"
#include "core/cli/progress.hpp"
#include "core/cli/train_ds_config.hpp"
#include "core/cli/train_json.hpp"
#include "core/cli/train_tables.hpp"
#include "core/trace/chrome.hpp"

namespace zerolab {

namespace {

constexpr int default_traced_steps = 2;
constexpr int rows_of_losses = 20;

struct TrainArguments {
  TrainOptions options;
  std::string model = "tiny";
  std::string precision = "fp32";
  std::string partition = "sliced";
  std::string persistence;  // empty: none
  std::string gradients;    // empty: as the partition does by itself
  std::string parameters;
  std::string collectives = "ring";
  CollectiveOptions mine;
  bool compare_stages = false;
  bool check_order = false;
  std::optional<int> sequence;     // none: the model's context
  std::string ds_config;           // a file that decides stage and collectives
  InPlaceOfFile instead;           // micro-steps and batch, where the command line gives them
  std::vector<std::string> notes;  // on what the file asks for in vain
  float clip = 1;
  std::vector<std::string> data;
  std::string trace;
  std::string trace_steps;
  int sample_bytes = 0;
  bool json = false;
};

// "A..B" or "A".
std::pair<int, int> parse_steps(const std::string& text) {
  const std::size_t dots = text.find("..");
  const auto number = [&](std::string_view digits) {
    int value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc{} || end != digits.data() + digits.size()) {
      throw input_error("trace steps '{}': give the first and the last, counted from 0: 0..1",
                        text);
    }
    return value;
  };
  const std::string_view view = text;
  if (dots == std::string::npos) return {number(view), number(view)};
  return {number(view.substr(0, dots)), number(view.substr(dots + 2))};
}

// demo.trace.json.gz → demo.stage2.trace.json.gz
std::string trace_path(const std::string& path, int stage) {
  for (const std::string_view ending : {".trace.json.gz", ".trace.json", ".json.gz", ".json"}) {
    if (path.size() > ending.size() && path.ends_with(ending)) {
      return fmt::format("{}.stage{}{}", path.substr(0, path.size() - ending.size()), stage,
                         ending);
    }
  }
  throw input_error("trace file '{}': its name ends in .json or .json.gz", path);
}

std::vector<std::string> trace_paths(const TrainArguments& arguments) {
  if (arguments.trace.empty()) return {};
  if (!arguments.compare_stages) {
    trace_path(arguments.trace, 0);  // checks the ending
    return {arguments.trace};
  }
  std::vector<std::string> paths;
  for (int stage = 0; stage <= 3; ++stage) paths.push_back(trace_path(arguments.trace, stage));
  return paths;
}

Corpus read_corpus(const TrainArguments& arguments) {
  if (arguments.data.empty()) return Corpus::read({lesson_file("corpus.txt")});
  return Corpus::read({arguments.data.begin(), arguments.data.end()});
}

// Whether somebody's own collectives can do what is asked.
void check_mine(const TrainArguments& arguments, Precision precision) {
  if (arguments.mine.own.empty()) {
    throw input_error(
        "collectives 'mine': this program holds none of yours; ./lab train --collectives mine "
        "builds your exercises 3 and 4 into the trainer");
  }
  if (precision != Precision::f32) {
    throw input_error("--collectives mine in {}: Comm carries floats; train in fp32",
                      to_string(precision));
  }
  if (!arguments.trace.empty()) {
    throw input_error(
        "--collectives mine with --trace: your messages have no chunk numbers to trace; ./lab "
        "check "
        "3 shows them, and --collectives ring traces a run");
  }
  if (arguments.compare_stages) {
    throw input_error("--collectives mine with --compare-stages: give one --stage");
  }
}

// Which collectives move gradients and parameters, and what is whose.
void choose_moves(const TrainArguments& arguments, ZeroConfig& zero) {
  zero.partition = parse_partition(arguments.partition);
  if (!arguments.persistence.empty()) {
    zero.persistence_threshold =
        static_cast<std::size_t>(parse_count(arguments.persistence, "persistence threshold"));
  }
  if (zero.partition == Partition::owner) {
    zero.gradients = GradientMove::reduce;
    zero.parameters = ParameterMove::broadcast;
  }
  if (!arguments.gradients.empty()) zero.gradients = parse_gradient_move(arguments.gradients);
  if (!arguments.parameters.empty()) zero.parameters = parse_parameter_move(arguments.parameters);
  if (moves_as_usual(zero)) return;
  if (arguments.compare_stages) {
    throw input_error(
        "--compare-stages compares the four stages in their usual collectives; give --stage with "
        "--partition, --gradients, --parameters or --persistence-threshold");
  }
  if (zero.stage == 0) {
    throw input_error(
        "stage 0 all-reduces gradients and keeps all parameters: --partition, --gradients and "
        "--parameters are for stages 1 to 3");
  }
}

TrainOptions complete_options(TrainArguments& arguments) {
  TrainOptions options = arguments.options;
  options.model = gpt_preset(arguments.model);
  options.sequence = arguments.sequence.value_or(options.model.context);
  options.engine.clip_norm = arguments.clip;
  if (!arguments.ds_config.empty()) {
    arguments.notes = apply_ds_config(arguments.ds_config, arguments.instead, options);
  } else {
    options.zero.micro_steps = arguments.instead.micro_steps.value_or(1);
    options.batch = arguments.instead.batch.value_or(options.batch);
    options.zero.clip = arguments.clip != 0;
    options.zero.precision = parse_precision(arguments.precision);
    choose_moves(arguments, options.zero);
  }
  if (arguments.collectives == "mine") {
    check_mine(arguments, options.zero.precision);
    options.engine.collectives = arguments.mine;
    options.engine.collectives.check_order = true;
  } else if (arguments.collectives != "ring") {
    throw input_error("collectives '{}': it may be ring or mine", arguments.collectives);
  }
  if (arguments.check_order) options.engine.collectives.check_order = true;
  if (!arguments.trace.empty()) {
    options.trace_steps = arguments.trace_steps.empty()
                              ? std::pair(0, std::min(default_traced_steps, options.steps) - 1)
                              : parse_steps(arguments.trace_steps);
  } else if (!arguments.trace_steps.empty()) {
    throw input_error("--trace-steps {} without --trace FILE: name the file",
                      arguments.trace_steps);
  }
  if (arguments.sample_bytes < 0) {
    throw input_error("--sample {}: a number of bytes, 0 or more", arguments.sample_bytes);
  }
  if (arguments.sample_bytes > 0) {
    options.sample = SampleOptions{arguments.sample_bytes, 0.8F, options.engine.seed};
  }
  return options;
}

double tokens_per_step(const TrainOptions& options) {
  return 1.0 * options.zero.world_size * options.zero.micro_steps * options.batch *
         options.sequence;
}

// One line per step, or every so many where there are many.
void print_step(const TrainOptions& options, const StepProgress& progress) {
  const int every = std::max(1, options.steps / rows_of_losses);
  const bool first = progress.step == 0;
  if (!first && progress.step + 1 != options.steps && (progress.step + 1) % every != 0) return;
  if (first)
    fmt::print("  {:>6}  {:>9}  {:>13}  {:>9}\n", "step", "loss", "gradient norm", "tokens/s");
  const std::string norm =
      options.zero.clip ? fmt::format("{:.4f}", progress.gradient_norm) : "not computed";
  fmt::print("  {:>6}  {:>9.6f}  {:>13}  {:>9.0f}\n", progress.step + 1, progress.loss, norm,
             tokens_per_step(options) / progress.seconds);
  std::fflush(stdout);
}

void print_losses_end(const TrainReport& report, const Corpus& corpus) {
  fmt::print(
      "\n{:.1f} s, {:.0f} tokens/s. The loss is in nats per byte; knowing only how often each byte "
      "occurs gives {:.3f}.\nhash of the weights: {}\n\n",
      report.seconds, report.tokens_per_second, corpus.histogram_entropy(), report.weights_hash);
}

void write_traces(const std::vector<std::string>& paths, const std::vector<TrainReport>& reports,
                  bool json) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    write_trace(paths[i], *reports[i].trace);
    if (!json) fmt::print("{}{}", i == 0 ? "\nTrace: " : ", ", paths[i]);
  }
  if (!paths.empty() && !json) {
    fmt::print(
        "\nOpens as it is in Perfetto (ui.perfetto.dev): a lane per rank, an arrow per "
        "transfer.\n");
  }
}

// The same run over the lab's own rings: whether both trained the same weights.
std::string beside_the_ring(const TrainReport& mine, TrainOptions options, const Corpus& corpus) {
  options.engine.collectives = {};
  options.sample.reset();
  const TrainReport ring = train(options, corpus);
  if (ring.weights_hash == mine.weights_hash) {
    return "Your reduce-scatter and all-gather trained the same weights as the lab's, in every "
           "bit.\n";
  }
  return fmt::format(
      "The lab's own ring trains other weights, with the hash {}: yours adds in another order, or "
      "not everything. ./lab check 3 and ./lab check 4 say where.\n",
      ring.weights_hash);
}

int run_one(const TrainArguments& arguments, const TrainOptions& options, const Corpus& corpus,
            const std::vector<std::string>& paths) {
  if (!arguments.json) {
    fmt::print("{}\n", run_heading(fmt::format("{}, stage {}", arguments.model, options.zero.stage),
                                   options));
  }
  if (!arguments.json) {
    for (const std::string& note : arguments.notes) fmt::print("note: {}\n", note);
    if (!arguments.notes.empty()) fmt::print("\n");
  }
  Progress line(arguments.json);
  const TrainReport report = train(options, corpus, [&](const StepProgress& progress) {
    line.clear();
    if (!arguments.json) print_step(options, progress);
    line.show(fmt::format("step {} of {}", progress.step + 1, options.steps));
  });
  line.clear();
  write_traces(arguments.json ? paths : std::vector<std::string>{}, {report}, true);
  if (arguments.json) {
    print_json(to_json(report));
    return report.agrees() ? 0 : 1;
  }
  print_losses_end(report, corpus);
  fmt::print("{}\n{}\n{}\n{}{}", traffic_tables(report), collectives_line(report),
             memory_tables(report), resident_line(report), agreement_line(report));
  if (!options.engine.collectives.own.empty()) {
    fmt::print("{}", beside_the_ring(report, options, corpus));
  }
  if (!report.sample.empty()) fmt::print("\nA sample:\n{}\n", printable(report.sample));
  write_traces(paths, {report}, false);
  return report.agrees() ? 0 : 1;
}

int run_all_stages(const TrainArguments& arguments, const TrainOptions& options,
                   const Corpus& corpus, const std::vector<std::string>& paths) {
  if (!arguments.json) {
    fmt::print("{}\n", run_heading(fmt::format("{}, stages 0 to 3, {} step{} each", arguments.model,
                                               options.steps, options.steps == 1 ? "" : "s"),
                                   options));
  }
  Progress line(arguments.json);
  const auto reports =
      train_all_stages(options, corpus, [&](int stage, const StepProgress& progress) {
        line.show(fmt::format("stage {}: step {} of {}, loss {:.3f}", stage, progress.step + 1,
                              options.steps, progress.loss));
      });
  line.clear();
  bool fine = bitwise_differences(reports).empty();
  for (const TrainReport& report : reports) fine = fine && report.agrees();
  if (arguments.json) {
    write_traces(paths, reports, true);
    Json json = json_report("train --compare-stages");
    json["config"] = to_json(reports[0])["config"];
    json["config"].erase("stage");
    json["stages"] = Json::array();
    for (const TrainReport& report : reports) json["stages"].push_back(to_json(report));
    json["differences"] = bitwise_differences(reports);
    print_json(json);
  } else {
    fmt::print("{}", comparison(reports));
    write_traces(paths, reports, false);
  }
  return fine ? 0 : 1;
}

int run_train(TrainArguments& arguments) {
  const TrainOptions options = complete_options(arguments);
  const auto paths = trace_paths(arguments);
  const Corpus corpus = read_corpus(arguments);
  check(options, corpus);
  for (const std::string& path : paths) check_writable(path);
  return arguments.compare_stages ? run_all_stages(arguments, options, corpus, paths)
                                  : run_one(arguments, options, corpus, paths);
}

}  // namespace

void add_train_command(CommandLine& program, const CollectiveOptions& mine) {
  auto arguments = std::make_shared<TrainArguments>();
  arguments->mine = mine;
  TrainOptions& options = arguments->options;
  options.zero = {3, 4, 1, true, Precision::f32};
  options.steps = 20;
  options.engine.adamw.learning_rate = 1e-3F;
  Command command = program.add(
      "train", "Train a byte-level GPT on N ranks; measured counts and bytes beside predicted");
  command.option("--ranks", options.zero.world_size, "N, the world size");
  command.option("--stage", options.zero.stage, "ZeRO stage, 0 to 3");
  command.flag("--compare-stages", arguments->compare_stages,
               "Stages 0 to 3 with one seed, side by side");
  command.option("--model", arguments->model,
                 fmt::format("{}", fmt::join(gpt_preset_names(), ", ")));
  command.option("--steps", options.steps, "Updates");
  command.option("--batch", arguments->instead.batch,
                 "Sequences per rank and micro-step (default: 4, or as --ds-config says)");
  command.option("--seq", arguments->sequence, "Bytes per sequence (default: the model's context)");
  command.option("--micro-steps", arguments->instead.micro_steps,
                 "M, passes per update (default: 1, or as --ds-config says)");
  command.option("--precision", arguments->precision,
                 "fp32, or bf16 with fp32 master weights (16 bytes per parameter both)");
  command.option(
      "--ds-config", arguments->ds_config,
      "A DeepSpeed configuration that decides stage, collectives and AdamW (see explain)");
  command.option("--partition", arguments->partition,
                 "sliced: 1/N of every unit is a rank's; owner: every unit is one rank's");
  command.option("--gradients", arguments->gradients,
                 "reduce-scatter, all-reduce, or reduce: one to each owner (default: "
                 "reduce-scatter, or reduce with owners)");
  command.option("--parameters", arguments->parameters,
                 "all-gather, broadcast: one from each owner, or all-reduce (default: all-gather, "
                 "or broadcast with owners)");
  command.option("--persistence-threshold", arguments->persistence,
                 "Stage 3: units of fewer elements stay whole on every rank");
  command.option("--lr", options.engine.adamw.learning_rate, "Learning rate of AdamW");
  command.option("--clip", arguments->clip, "Largest norm of the gradient; 0: no clipping");
  command.option("--seed", options.engine.seed, "Of the weights and the batches");
  command.option("--data", arguments->data,
                 "Files to train on, of any bytes (default: lessons/corpus.txt)");
  command.option("--transport", options.transport, "What carries the chunks");
  command.option("--collectives", arguments->collectives,
                 "ring, or mine: your own exercises 3 and 4 (./lab train --collectives mine)");
  command.flag("--check-order", arguments->check_order,
               "Before each collective: do all ranks issue the same? (always with mine)");
  command.option("--trace", arguments->trace, "Write a trace here: .json or .json.gz");
  command.option("--trace-steps", arguments->trace_steps,
                 "Steps to trace, from 0, as A..B (default: the first two)");
  command.option("--sample", arguments->sample_bytes, "Generate so many bytes at the end");
  command.option("--prompt", options.sample_prompt, "What the sample goes on from");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.exclude("--ds-config",
                  {"--stage", "--compare-stages", "--precision", "--partition", "--gradients",
                   "--parameters", "--persistence-threshold", "--lr", "--clip"});
  command.example(
      "Example: zerolab train --ranks 4 --stage 3 --model tiny --steps 20 --trace run.json.gz\n"
      "Exit status 1: measured and predicted differ. Per rank; sent and received kept apart.");
  command.runs([arguments] { return run_train(*arguments); });
}

}  // namespace zerolab
