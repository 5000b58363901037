// zerolab memory: the bytes of model state that each rank keeps, by ZeRO stage; and the ZeRO
// paper's Table 1, recomputed beside its printed cells. GB is 10^9 bytes throughout.
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/json_output.hpp"
#include "core/cli/memory_table1.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/cli/words.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

namespace {

constexpr int max_memory_ranks = 100'000;

struct MemoryArguments {
  std::string parameters;
  std::string ranks;
  std::string precision = "bf16";
  std::optional<int> stage;  // none: all
  bool table = false;
  bool json = false;
};

struct Question {
  double parameters = 0;  // Ψ
  int world_size = 1;     // N
  Precision precision = Precision::bf16;
};

// One stage's bytes per rank, at rest.
struct StateBytes {
  double parameters, gradients, optimizer, total;
};

// state_bytes by category.
StateBytes state_of(const Question& question, int stage) {
  const AtRest at_rest = make_plan({stage, 1, 1, false, Precision::f32}, {1}).at_rest;
  const BytesPerParameter each = bytes_per_parameter(question.precision);
  const auto kept = [&](double bytes, Extent extent) {
    const double whole = bytes * question.parameters;
    return extent == Extent::whole ? whole : whole / question.world_size;
  };
  return {kept(each.parameter, at_rest.parameters), kept(each.gradient, at_rest.gradients),
          kept(each.optimizer, at_rest.optimizer),
          state_bytes(stage, question.precision, question.parameters, question.world_size)};
}

double part_of_stage_0(const Question& question, int stage) {
  return state_of(question, stage).total / state_of(question, 0).total;
}

// In GB; below 100 MB in the unit that fits.
std::string gigabytes(double bytes) {
  if (bytes < 1e8) return format_bytes(std::llround(bytes));
  const double value = bytes / 1e9;
  if (value >= 1000) return with_separators(std::llround(value)) + " GB";
  return fmt::format("{:.{}f} GB", value, value >= 100 ? 1 : value >= 10 ? 2 : 3);
}

std::string_view sharded_in(int stage) {
  constexpr std::array<std::string_view, 4> words{"nothing", "optimizer", "+ gradients",
                                                  "+ parameters"};
  return words.at(static_cast<std::size_t>(stage));
}

std::string heading(const Question& question) {
  const BytesPerParameter each = bytes_per_parameter(question.precision);
  return fmt::format(
      "Model state kept by each rank: Ψ = {}, N = {}; 1 GB = 10^9 bytes\n"
      "{}: for each parameter {} bytes of parameters, {} of gradients, {} of optimizer state\n"
      "({})\n",
      counted(static_cast<std::int64_t>(question.parameters), "parameter"),
      counted(question.world_size, "rank"), to_string(question.precision), each.parameter,
      each.gradient, each.optimizer,
      question.precision == Precision::bf16
          ? "fp32 master weights, momentum and variance; mixed precision as in the ZeRO paper"
          : "momentum and variance; the parameters are their own master weights");
}

std::string meaning(const Question& question, std::optional<int> stage) {
  const int last = stage.value_or(3);
  const double part = part_of_stage_0(question, last);
  std::string text;
  if (question.world_size == 1) {
    text = "One rank has nobody to share with: every stage keeps the same.\n";
  } else if (last == 0) {
    text =
        "Stage 0 is plain data parallelism: every rank keeps all of it, however many there are.\n";
  } else {
    text = fmt::format("With stage {} a rank keeps {} instead of {}, a factor of {:.4g}.\n", last,
                       gigabytes(state_of(question, last).total),
                       gigabytes(state_of(question, 0).total), 1 / part);
  }
  return text +
         "This is what stays from one step to the next. Activations, and parameters and gradients\n"
         "gathered for a moment, come on top (zerolab train measures them).\n";
}

int print_stages(const Question& question, std::optional<int> stage) {
  Table table({{"stage"},
               {"shards", Align::left},
               {"formula", Align::left},
               {"parameters"},
               {"gradients"},
               {"optimizer"},
               {"total"},
               {"of stage 0"}});
  for (int row = stage.value_or(0); row <= stage.value_or(3); ++row) {
    const StateBytes bytes = state_of(question, row);
    table.add_row({std::to_string(row), std::string(sharded_in(row)),
                   state_formula(row, question.precision), gigabytes(bytes.parameters),
                   gigabytes(bytes.gradients), gigabytes(bytes.optimizer), gigabytes(bytes.total),
                   fmt::format("{:.1f} %", 100 * part_of_stage_0(question, row))});
  }
  fmt::print("{}\n{}\n{}", heading(question), table.to_string(), meaning(question, stage));
  return 0;
}

// Whole numbers written whole; with uneven shards it is the mean over ranks.
Json bytes_json(double bytes) {
  return bytes == std::floor(bytes) ? Json(static_cast<std::int64_t>(bytes)) : Json(bytes);
}

int print_stages_json(const Question& question, std::optional<int> stage) {
  Json json = json_report("memory");
  json["config"] = {{"parameters", static_cast<std::int64_t>(question.parameters)},
                    {"ranks", question.world_size},
                    {"precision", to_string(question.precision)},
                    {"stage", stage ? Json(*stage) : Json()}};
  json["stages"] = Json::array();
  for (int row = stage.value_or(0); row <= stage.value_or(3); ++row) {
    const StateBytes bytes = state_of(question, row);
    json["stages"].push_back({{"stage", row},
                              {"formula", state_formula(row, question.precision)},
                              {"bytes_per_rank", bytes_json(bytes.total)},
                              {"parameters_bytes", bytes_json(bytes.parameters)},
                              {"gradients_bytes", bytes_json(bytes.gradients)},
                              {"optimizer_bytes", bytes_json(bytes.optimizer)},
                              {"of_stage_0", part_of_stage_0(question, row)}});
  }
  print_json(json);
  return 0;
}

int run_memory(const MemoryArguments& arguments) {
  if (arguments.table) {
    if (arguments.json) print_json(table1_json());
    if (!arguments.json) fmt::print("{}", table1_text());
    return table1_agrees() ? 0 : 1;
  }
  if (arguments.parameters.empty() || arguments.ranks.empty()) {
    throw input_error("nothing to compute: give --params P and --ranks N, or --table");
  }
  const Question question{static_cast<double>(parse_count(arguments.parameters, "parameters")),
                          parse_rank_count(arguments.ranks, max_memory_ranks),
                          parse_precision(arguments.precision)};
  if (arguments.stage) check(ZeroConfig{*arguments.stage, question.world_size, 1, false});
  return arguments.json ? print_stages_json(question, arguments.stage)
                        : print_stages(question, arguments.stage);
}

}  // namespace

void add_memory_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<MemoryArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "memory", "Bytes of model state that each rank keeps, by ZeRO stage; the paper's Table 1");
  command.option("--params", arguments->parameters, "Ψ, the model's parameters: 7.5e9, 7.5B");
  command.option("--ranks", arguments->ranks, "N, the world size");
  command.option("--precision", arguments->precision,
                 "bf16 (2+2+12 bytes per parameter, the paper's) or fp32 (4+4+8)");
  command.option("--stage", arguments->stage, "One stage only, 0 to 3 (default: all)");
  command.flag("--table", arguments->table, "The ZeRO paper's Table 1, computed and printed");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.exclude("--table", {"--params", "--ranks", "--precision", "--stage"});
  command.example(
      "Example: zerolab memory --params 7.5e9 --ranks 64\n"
      "         zerolab memory --table");
  command.runs([arguments] { return run_memory(*arguments); });
}

}  // namespace zerolab
