#include "core/cli/bench_train_text.hpp"

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/bench_machine.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

std::string milliseconds(double seconds) {
  return fmt::format("{:.2f}", seconds * 1e3);
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", share * 100);
}

Json spread_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.least}};
}

}  // namespace

std::string bench_train_text(const BenchTrainReport& report) {
  const BenchTrainOptions& options = report.options;
  std::string text =
      fmt::format("{}: {} parameters, {}; {} of {} each on {}, stage {}; {}, {} to warm up\n\n",
                  options.model, with_separators(report.parameters), to_string(options.precision),
                  counted(options.batch, "sequence"), counted(options.sequence, "byte"),
                  counted(options.ranks, "rank"), options.stage,
                  counted(options.iterations, "step"), options.warmup);

  Table table({{"", Align::left}, {"median"}, {"min"}});
  const auto row = [&](const char* name, const Spread& spread, const auto& written) {
    table.add_row({name, written(spread.median), written(spread.least)});
  };
  row("step, ms", report.step(), milliseconds);
  row("its bare matrix products, ms", report.products(), milliseconds);
  row("step / bare products", report.ratio(),
      [](double ratio) { return fmt::format("{:.3f}", ratio); });
  text += table.to_string();

  text += fmt::format(
      "\n  {} tokens/s, {:.2f} GFLOP/s of the model (at the median step; {:.3f} GFLOP per step)\n"
      "  share of the step: matrix products {}, collectives {}, elsewhere {}\n\n",
      with_separators(static_cast<std::int64_t>(report.tokens_per_second())),
      report.flops_per_second() / 1e9, report.flops_per_step / 1e9,
      percent(report.products_share()), percent(report.collectives_share()),
      percent(report.elsewhere_share()));
  text +=
      "The bare products are the step's own list of matrix products, run by the same functions "
      "turn "
      "by turn\nwith the steps, on the same pinned cores; attention is counted dense, though the "
      "step skips most of what\nthe mask hides, so its own products take a little less. Times are "
      "the slowest rank's; the min of the ratio\nis of the two minima. Collectives are timed in "
      "the "
      "steps by their trace events, waiting for other ranks\nincluded; elsewhere is what is "
      "left.\n";
  return text;
}

Json bench_train_json(const BenchTrainReport& report) {
  const BenchTrainOptions& options = report.options;
  Json json = json_report("bench --train");
  json["config"] = {{"model", options.model},
                    {"parameters", report.parameters},
                    {"batch", options.batch},
                    {"sequence", options.sequence},
                    {"ranks", options.ranks},
                    {"stage", options.stage},
                    {"precision", to_string(options.precision)},
                    {"iterations", options.iterations},
                    {"warmup", options.warmup},
                    {"transport", "threads"},
                    {"cores", report.cores}};
  for (int rank = 0; rank < options.ranks; ++rank) {
    Json turns = Json::array();
    for (const Turn& turn : report.ranks[static_cast<std::size_t>(rank)]) {
      turns.push_back({{"step_s", turn.step},
                       {"collectives_s", turn.collectives},
                       {"bare_products_s", turn.products}});
    }
    json["ranks"].push_back({{"rank", rank},
                             {"core", core_of_rank(rank, options.ranks, report.cores)},
                             {"turns", turns}});
  }
  json["step_s"] = spread_json(report.step());
  json["bare_products_s"] = spread_json(report.products());
  json["step_to_bare_products"] = spread_json(report.ratio());
  json["tokens_per_s"] = report.tokens_per_second();
  json["flops_per_step"] = report.flops_per_step;
  json["flops_per_s"] = report.flops_per_second();
  json["shares"] = {{"matrix_products", report.products_share()},
                    {"collectives", report.collectives_share()},
                    {"elsewhere", report.elsewhere_share()}};
  return json;
}

}  // namespace zerolab
