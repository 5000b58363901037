// zerolab explain: what a DeepSpeed configuration makes N ranks do, which keys decide it, and which
// of its keys do nothing.
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/cli/commands.hpp"
#include "core/cli/explain_json.hpp"
#include "core/cli/explain_text.hpp"
#include "core/cli/rank_counts.hpp"
#include "core/deepspeed/corrected.hpp"
#include "core/model/parameters.hpp"

namespace zerolab {

namespace {

constexpr int most_explained_ranks = 1024;

struct ExplainArguments {
  std::string file;
  std::string parameters;
  std::string model;
  std::string units;
  std::string ranks;
  std::optional<int> micro_steps;
  std::string dialect;
  bool write = false;
  bool force = false;
  bool json = false;
};

std::vector<std::size_t> parse_units(const std::string& text) {
  std::vector<std::size_t> units;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    units.push_back(static_cast<std::size_t>(parse_count(part, "units")));
    begin = end + 1;
  }
  return units;
}

// The model's size, given in one of three ways.
ExplainQuestion question_of(const ExplainArguments& arguments) {
  const int ways = (arguments.parameters.empty() ? 0 : 1) + (arguments.model.empty() ? 0 : 1) +
                   (arguments.units.empty() ? 0 : 1);
  if (ways != 1) {
    throw input_error(
        "{}: give the model's size once, as --params 7.5e9, --model small or --units 1e6,2e6",
        ways == 0 ? "no model size" : "more than one model size");
  }
  if (arguments.ranks.empty()) throw input_error("no ranks: give --ranks N, the world size");
  ExplainQuestion question;
  question.ranks = parse_rank_count(arguments.ranks, most_explained_ranks);
  question.micro_steps = arguments.micro_steps;
  if (!arguments.model.empty()) {
    for (const UnitSpec& unit : gpt_units(gpt_preset(arguments.model))) {
      question.unit_elements.push_back(unit.elements);
    }
  } else if (!arguments.units.empty()) {
    question.unit_elements = parse_units(arguments.units);
  } else {
    question.units_known = false;
    question.unit_elements = {
        static_cast<std::size_t>(parse_count(arguments.parameters, "parameters"))};
  }
  return question;
}

// ds_config.json → ds_config.corrected.json, in the same folder.
std::filesystem::path corrected_path(const std::filesystem::path& file) {
  std::filesystem::path path = file;
  return path.replace_extension(".corrected.json");
}

// What was written where, for people.
std::string write_corrected(const ExplainArguments& arguments, const DsConfig& config, int ranks) {
  const Corrected mended = corrected(config, ranks);
  if (mended.changes.empty()) return "\nNothing to correct: no file was written.\n";
  const std::filesystem::path path = corrected_path(arguments.file);
  std::error_code ignored;
  if (!arguments.force && std::filesystem::exists(path, ignored)) {
    throw input_error("{} exists already; --force writes over it", path.string());
  }
  write_file(path, mended.text);
  std::string text = fmt::format("\nCorrected: {}\n", path.string());
  for (const std::string& change : mended.changes) text += paragraph("  ", change);
  return text;
}

int run_explain(const ExplainArguments& arguments) {
  if (arguments.force && !arguments.write) {
    throw input_error("--force without --write: there is nothing to write over");
  }
  const ExplainQuestion question = question_of(arguments);
  std::optional<Dialect> asked;
  if (!arguments.dialect.empty()) asked = parse_dialect(arguments.dialect);
  const DsConfig config = read_ds_config(arguments.file);
  const ConfigExplanation explanation = explain(config, question);
  const std::string written =
      arguments.write ? write_corrected(arguments, config, question.ranks) : std::string{};
  if (arguments.json) {
    Json json = explanation_json(config.name, explanation, asked);
    if (arguments.write) {
      const Corrected mended = corrected(config, question.ranks);
      json["corrected"] = {
          {"file", mended.changes.empty() ? Json() : Json(corrected_path(arguments.file).string())},
          {"changes", mended.changes}};
    }
    print_json(json);
    return 0;
  }
  fmt::print("{}", explanation_text(config.name, explanation));
  if (asked) fmt::print("\n{}", dialects_text(explanation, *asked));
  fmt::print("{}", written);
  return 0;
}

}  // namespace

void add_explain_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<ExplainArguments>();  // shared: the callback outlives this call
  Command command = program.add(
      "explain", "A DeepSpeed configuration: what it makes ranks move and keep, and which keys do");
  command.option("FILE", arguments->file, "The configuration, such as ds_config.json");
  command.require({"FILE"});
  command.option("--params", arguments->parameters, "Ψ, the model's parameters: 7.5e9, 7.5B");
  command.option("--model", arguments->model,
                 fmt::format("A model of zerolab: {}", fmt::join(gpt_preset_names(), ", ")));
  command.option("--units", arguments->units,
                 "Parameters of each unit that is gathered as one: 1e6,2e6,1e6");
  command.option("--ranks", arguments->ranks, "N, the world size, up to 1,024");
  command.option("--micro-steps", arguments->micro_steps,
                 "M, in place of gradient_accumulation_steps and train_batch_size");
  command.option("--dialect", arguments->dialect,
                 "The same intent in three dialects, this one marked: deepspeed, paper or fsdp2");
  command.flag("--write", arguments->write,
               "Write a corrected file beside it: ds_config.corrected.json");
  command.flag("--force", arguments->force, "Let --write overwrite a corrected file");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.example(
      "Example: zerolab explain ds_config.json --params 7.5e9 --ranks 64\n"
      "         zerolab explain ds_config.json --model small --ranks 4 --dialect fsdp2 --write\n"
      "Volumes are per rank and direction. What is explained but does not run here, such as fp16\n"
      "and ZeRO++, is said so; train refuses it.");
  command.runs([arguments] { return run_explain(*arguments); });
}

}  // namespace zerolab
