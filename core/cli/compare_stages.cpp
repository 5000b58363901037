#include "core/cli/compare_stages.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/zero/plan/memory_plan.hpp"

namespace zerolab {

namespace {

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

template <typename Value>
Value most(const TrainReport& report, const Value& least, auto value_of) {
  Value result = least;
  for (const RankReport& rank : report.ranks) result = std::max(result, value_of(rank));
  return result;
}

std::int64_t most_sent(const TrainReport& report) {
  return most(report, std::int64_t{0},
              [](const RankReport& rank) { return rank.measured.large().sent_elements; });
}

std::int64_t most_at_rest(const TrainReport& report) {
  return most(report, std::int64_t{0},
              [](const RankReport& rank) { return total_bytes(rank.at_rest); });
}

std::int64_t most_gathered(const TrainReport& report) {
  return most(report, std::int64_t{0}, [](const RankReport& rank) {
    return bytes_of(rank.peak, MemoryCategory::gathered_parameters);
  });
}

// In x, per step: see make_plan.
int volume_of(int stage, int micro_steps) {
  switch (stage) {
    case 0:
    case 1: return 2;
    case 2: return micro_steps + 1;
    case 3: return 3 * micro_steps;
    default: throw InvariantError("a stage without a volume");
  }
}

std::string_view stage_sentence(int stage) {
  switch (stage) {
    case 0: return "    every rank keeps everything; one all-reduce per unit sums the gradients.";
    case 1:
      return "    optimizer state is cut in N. The all-reduce becomes its two halves: a "
             "reduce-scatter\n"
             "    of gradients and, after the update, an all-gather of parameters. As much moves.";
    case 2:
      return "    gradients are cut in N too: each unit's is reduce-scattered after its backward, "
             "in\n"
             "    every micro-step, and only the own 1/N is kept.";
    case 3:
      return "    parameters are cut in N too: a unit is gathered before its forward, released, "
             "and\n"
             "    gathered again before its backward: two all-gathers and one reduce-scatter.";
    default: throw InvariantError("a stage without a sentence");
  }
}

}  // namespace

std::vector<TrainReport> train_all_stages(
    TrainOptions options, const Corpus& corpus,
    const std::function<void(int stage, const StepProgress&)>& on_step) {
  std::vector<TrainReport> reports;
  for (int stage = 0; stage <= 3; ++stage) {
    options.zero.stage = stage;
    reports.push_back(
        train(options, corpus, [&](const StepProgress& progress) { on_step(stage, progress); }));
  }
  return reports;
}

std::vector<std::string> bitwise_differences(const std::vector<TrainReport>& reports) {
  std::vector<std::string> differences;
  const bool all_four = reports[0].options.zero.micro_steps == 1;
  for (std::size_t stage = 1; stage < reports.size(); ++stage) {
    const std::size_t reference = all_four || stage == 1 ? 0 : 2;
    if (stage == reference) continue;
    const auto complain = [&](std::string_view what) {
      differences.push_back(
          fmt::format("the {} of stage {} differ from stage {}'s, and should be "
                      "equal in every bit",
                      what, stage, reference));
    };
    if (!same_bits(reports[stage].losses, reports[reference].losses)) complain("losses");
    if (reports[stage].weights_hash != reports[reference].weights_hash) complain("final weights");
  }
  return differences;
}

std::string comparison(const std::vector<TrainReport>& reports) {
  Table table({{"stage"},
               {"last loss"},
               {"weights hash"},
               {"sent per step"},
               {"at rest"},
               {"per parameter"},
               {"gathered"},
               {"", Align::left}});
  for (const TrainReport& report : reports) {
    const std::int64_t at_rest = most_at_rest(report);
    table.add_row({std::to_string(report.options.zero.stage),
                   fmt::format("{:.6f}", report.losses.back()), report.weights_hash,
                   as_multiple_of_psi(most_sent(report), report.parameters * report.options.steps),
                   format_bytes(at_rest),
                   fmt::format("{:.3f} B", static_cast<double>(at_rest) /
                                               static_cast<double>(report.parameters)),
                   format_bytes(most_gathered(report)), report.agrees() ? "✓" : "≠"});
  }
  const ZeroConfig& zero = reports[0].options.zero;
  std::string text = table.to_string();
  text +=
      "\nPer rank, the rank with most. Sent is one direction; as much is received. At rest is kept "
      "from\n"
      "step to step; gathered is the most whole parameters at one moment beside that.\n"
      "✓: elements, collectives and bytes measured equal the plan's, on every rank.\n\n";
  text += fmt::format("With x = Ψ(N-1)/N, here {:.3f} Ψ for N = {}:\n",
                      static_cast<double>(zero.world_size - 1) / zero.world_size, zero.world_size);
  for (int stage = 0; stage <= 3; ++stage) {
    text += fmt::format("  stage {}: keeps {} bytes, sends {}x\n{}\n", stage,
                        state_formula(stage, zero.precision), volume_of(stage, zero.micro_steps),
                        stage_sentence(stage));
  }
  const auto differences = bitwise_differences(reports);
  for (const std::string& difference : differences) text += "\nNOT EQUAL: " + difference + "\n";
  if (differences.empty()) {
    text +=
        zero.micro_steps == 1
            ? "\nAll four stages trained the same model: losses and weights are equal in every "
              "bit,\nbecause each adds the same numbers in the same order.\n"
            : "\nStages 0 and 1 trained the same model in every bit, and so did 2 and 3. Between "
              "the pairs\nthe order of addition differs: micro-steps first, or ranks first.\n";
  }
  return text;
}

}  // namespace zerolab
