// zerolab bench: times the collectives, with the columns of nccl-tests and the share of the memory
// limit beside them; or training steps, beside their own bare matrix products.
#include <memory>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/cli/bench_text.hpp"
#include "core/cli/bench_train_text.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/progress.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

// What has no default here has another one with --train than without.
struct BenchArguments {
  bool train = false;
  bool json = false;
  std::optional<int> ranks, iterations, warmup;
  // Collectives.
  std::string collective = "all-reduce";
  std::string min_bytes = "8";
  std::string max_bytes = "256M";
  int factor = 2;
  std::string type = "float";
  bool cold = false;
  std::string algorithm;
  std::string slice;
  std::string eager;
  // Training.
  std::string model;
  std::string precision;
  std::optional<int> batch, sequence, stage;
};

BenchOptions bench_options(const BenchArguments& arguments) {
  BenchOptions options;
  options.collectives = parse_collectives(arguments.collective);
  options.sizes_bytes = sizes_between(parse_binary_bytes(arguments.min_bytes),
                                      parse_binary_bytes(arguments.max_bytes), arguments.factor);
  options.dtype = parse_element_type(arguments.type);
  options.ranks = arguments.ranks.value_or(options.ranks);
  options.iterations = arguments.iterations.value_or(options.iterations);
  options.warmup = arguments.warmup.value_or(options.warmup);
  options.cold = arguments.cold;
  options.algorithm = arguments.algorithm;
  if (!arguments.slice.empty()) options.slice_bytes = parse_slice_bytes(arguments.slice);
  if (!arguments.eager.empty()) options.eager_bytes = parse_binary_bytes(arguments.eager);
  return options;
}

BenchTrainOptions train_options(const BenchArguments& arguments) {
  BenchTrainOptions options;
  if (!arguments.model.empty()) options.model = arguments.model;
  if (!arguments.precision.empty()) options.precision = parse_precision(arguments.precision);
  options.batch = arguments.batch.value_or(options.batch);
  options.sequence = arguments.sequence.value_or(options.sequence);
  options.stage = arguments.stage.value_or(options.stage);
  options.ranks = arguments.ranks.value_or(options.ranks);
  options.iterations = arguments.iterations.value_or(options.iterations);
  options.warmup = arguments.warmup.value_or(options.warmup);
  return options;
}

void check_train_is_meant(const BenchArguments& arguments) {
  if (!arguments.model.empty() || !arguments.precision.empty() || arguments.batch ||
      arguments.sequence || arguments.stage) {
    throw input_error(
        "--model, --batch, --seq, --stage and --precision describe training steps: add --train, or "
        "leave them out to time collectives");
  }
}

int run_collectives(const BenchArguments& arguments) {
  check_train_is_meant(arguments);
  BenchReport report = prepare(bench_options(arguments));
  Progress line(arguments.json);
  if (!arguments.json) fmt::print("{}", bench_preface(report));
  std::size_t done = 0;
  const std::size_t sizes = report.options.sizes_bytes.size();
  run(report, [&](const BenchRow& row) {
    line.clear();
    const Collective collective = row.checked.collective;
    if (!arguments.json) {
      if (done % sizes == 0) fmt::print("{}", bench_heading(row));
      fmt::print("{}", bench_row(row));
      if (done % sizes == sizes - 1) fmt::print("{}", bench_footer(report, collective));
      std::fflush(stdout);
    }
    ++done;
    line.show(fmt::format("{} of {} rows", done, report.rows.size()));
  });
  line.clear();
  if (arguments.json) print_json(bench_json(report));
  return report.wrong() == 0 ? 0 : 1;
}

int run_train(const BenchArguments& arguments) {
  BenchTrainReport report = prepare(train_options(arguments));
  Progress line(arguments.json);
  const int turns = report.options.warmup + report.options.iterations;
  run(report, [&](int turn) { line.show(fmt::format("step {} of {}", turn + 1, turns)); });
  line.clear();
  if (arguments.json) {
    print_json(bench_train_json(report));
  } else {
    fmt::print("{}", bench_train_text(report));
  }
  return 0;
}

}  // namespace

void add_bench_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<BenchArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "bench", "Time the collectives, or training steps, beside what the machine can do");
  command.option("--collective", arguments->collective, "all, " + collective_names());
  command.option("-b,--min-bytes", arguments->min_bytes,
                 "The smallest buffer; K, M, G are 2^10, 2^20, 2^30 as in nccl-tests");
  command.option("-e,--max-bytes", arguments->max_bytes, "The largest");
  command.option("-f,--factor", arguments->factor, "From one size to the next");
  command.option("-n,--iterations", arguments->iterations,
                 "Timed iterations (default: 20; with --train 5 steps)");
  command.option("-w,--warmup", arguments->warmup,
                 "Iterations before the timed ones (default: 5; with --train 1 step)");
  command.option("--ranks", arguments->ranks, "N, the world size (default: 4; with --train 1)");
  command.option("--type", arguments->type, "float, bf16, int64");
  command.flag("--cold", arguments->cold,
               "Each iteration on buffers that have left the caches (default: the same buffers "
               "every time)");
  command.option("--algorithm", arguments->algorithm, algorithm_names());
  command.option(
      "--slice", arguments->slice,
      "Large chunks move in slices of so many bytes; none: whole (default: 1M/N, 32K to 256K)");
  command.option("--eager", arguments->eager,
                 "Messages of up to so many bytes are buffered, as MPI does (default: none is)");
  command.flag("--train", arguments->train, "Time training steps instead");
  command.option(
      "--model", arguments->model,
      fmt::format("With --train: {} (default: small)", fmt::join(gpt_preset_names(), ", ")));
  command.option("--batch", arguments->batch, "With --train: sequences per rank (default: 4)");
  command.option("--seq", arguments->sequence, "With --train: bytes per sequence (default: 256)");
  command.option("--stage", arguments->stage, "With --train: ZeRO stage, 0 to 3 (default: 0)");
  command.option("--precision", arguments->precision, "With --train: fp32, bf16 (default: fp32)");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.exclude("--train", {"--collective", "--min-bytes", "--max-bytes", "--factor", "--type",
                              "--cold", "--algorithm", "--slice", "--eager"});
  command.example(
      "Example: zerolab bench --collective all-reduce --ranks 4 -b 1K -e 64M -f 4\n"
      "         zerolab bench --train --model small\n"
      "Each thread is pinned to a core of the process's own affinity mask; ranks lie on them in "
      "contiguous blocks.\n"
      "Exit status 1: a result was wrong.");
  command.runs([arguments] {
    return arguments->train ? run_train(*arguments) : run_collectives(*arguments);
  });
}

}  // namespace zerolab
