#include "core/deepspeed/explanation.hpp"

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/deepspeed/buckets.hpp"
#include "core/deepspeed/step_traffic.hpp"

namespace zerolab {

namespace {

constexpr int most_ranks = 1024;      // a ring's schedule has N² transfers
constexpr double most_counted = 8e6;  // transfers of the rings of all sizes, some seconds' work
constexpr double most_elements = 1e15;

std::int64_t checked_parameters(const ExplainQuestion& question, const Resolved& resolved) {
  if (question.ranks > most_ranks) {
    throw input_error("ranks {}: explain counts up to {}", question.ranks,
                      with_separators(most_ranks));
  }
  if (question.unit_elements.empty()) throw input_error("a model of 0 units: it has at least 1");
  const std::set<std::size_t> sizes(question.unit_elements.begin(), question.unit_elements.end());
  const double pairs = static_cast<double>(question.ranks) * question.ranks;
  if (pairs * static_cast<double>(sizes.size()) > most_counted ||
      pairs * static_cast<double>(question.unit_elements.size()) > 8 * most_counted) {
    throw input_error(
        "{} units of {} sizes on {} ranks: more than explain counts, for it counts every transfer "
        "of a ring; give fewer ranks, fewer units or --params",
        question.unit_elements.size(), sizes.size(), question.ranks);
  }
  double sum = 0;
  for (const std::size_t unit : question.unit_elements) sum += static_cast<double>(unit);
  if (sum < 1 || sum > most_elements) {
    throw input_error("a model of {:.4g} parameters: from 1 to 10^15", sum);
  }
  constexpr double most_moved = 9e18;  // by all ranks together, within 63 bits
  if (8 * sum * resolved.zero.micro_steps * question.ranks > most_moved) {
    throw input_error(
        "{} micro-steps of {:.4g} parameters on {} ranks: more than 10^18 elements a step, give "
        "fewer",
        with_separators(resolved.zero.micro_steps), sum, question.ranks);
  }
  return static_cast<std::int64_t>(sum);
}

// The same stage as ZeRO describes it.
ZeroConfig ideal_of(ZeroConfig config) {
  config.gradients = GradientMove::reduce_scatter;
  config.parameters = ParameterMove::all_gather;
  config.persistence_threshold = 0;
  return config;
}

std::string ideal_formula(const ZeroConfig& config) {
  if (config.stage < 2) return "2x";
  return config.stage == 2 ? "(M+1)x" : "3Mx";
}

class Explainer {
 public:
  Explainer(const DsConfig& config, const ExplainQuestion& question)
      : config_(config), question_(question) {}

  ConfigExplanation explain() {
    out_.question = question_;
    out_.resolved = resolve(config_, question_.ranks, question_.micro_steps);
    out_.parameters = checked_parameters(question_, out_.resolved);
    const ZeroConfig& zero = out_.resolved.zero;
    out_.traffic = step_traffic(zero, question_.unit_elements);
    out_.ideal = step_traffic(ideal_of(zero), question_.unit_elements);
    out_.x = one_x(zero.world_size, question_.unit_elements);
    out_.ideal_formula = ideal_formula(zero);
    out_.moves = {gradients(), parameters()};
    memory();
    out_.small = small_collectives(out_.resolved, out_.parameters);
    small_notes();
    out_.findings = findings_of(config_, out_.resolved);
    notes();
    return std::move(out_);
  }

 private:
  const ZeroConfig& zero() const { return out_.resolved.zero; }

  ExplainedMove gradients() const {
    const Decision& decision = out_.resolved.decision("gradients");
    ExplainedMove move;
    move.purpose = Purpose::gradients;
    move.collective = decision.outcome;
    move.decided_by = decision.decided_by;
    move.rounds = zero().stage < 2 ? 1 : zero().micro_steps;
    move.when = zero().stage < 2 ? "at the accumulation boundary" : "every micro-step";
    move.elements = out_.parameters;
    const std::int64_t bucket = gradient_bucket(out_.resolved);
    const bool per_owner = zero().stage > 0 && zero().gradients == GradientMove::reduce;
    const std::int64_t each = per_owner
                                  ? owner_piece_count(out_.parameters, bucket, zero().world_size)
                                  : bucket_count(out_.parameters, bucket);
    move.collectives = each * move.rounds;
    move.collectives_note =
        fmt::format("buckets of {} elements{}", with_separators(std::min(bucket, out_.parameters)),
                    per_owner ? ", cut where another owner's part begins" : "");
    return move;
  }

  ExplainedMove parameters() const {
    const Decision& decision = out_.resolved.decision("parameters");
    ExplainedMove move;
    move.purpose = Purpose::parameters;
    move.collective = decision.outcome;
    move.decided_by = decision.decided_by;
    if (zero().stage == 0) return move;
    move.elements = out_.parameters;
    move.rounds = zero().stage == 3 ? 2 * zero().micro_steps : 1;
    move.when = zero().stage == 3 ? "before each forward and backward" : "after the update";
    if (zero().stage < 3) {
      move.collectives = 1;
      move.collectives_note = "one per parameter group";
    } else if (question_.units_known) {
      const StepPlan plan = plan_of_one();
      const auto count = [&](bool (*of_kind)(OpKind)) {
        return std::count_if(plan.ops.begin(), plan.ops.end(),
                             [&](const StepOp& op) { return of_kind(op.kind); });
      };
      const auto gathers = count(gathers_parameters);
      move.collectives = gathers * zero().micro_steps + count(restores_parameters);
      move.collectives_note = "one per unit and pass";
      if (!plan.persistent.empty()) {
        move.when =
            gathers == 0 ? "after the update" : "before each use; what persists, after the update";
        if (gathers == 0) move.rounds = 1;
        move.collectives_note =
            gathers == 0
                ? "one per unit: all stay whole, as stage3_param_persistence_threshold asks"
                : fmt::format(
                      "one per unit and pass; for the {} units that stay whole one "
                      "each",
                      plan.persistent.size());
      }
    } else {
      move.collectives_note = "one per module and pass, or fewer with prefetching: needs --units";
    }
    return move;
  }

  // The plan of one micro-step: what is kept does not depend on how many there are.
  StepPlan plan_of_one() const {
    ZeroConfig one = zero();
    one.micro_steps = 1;
    return make_plan(one, question_.unit_elements);
  }

  void memory() {
    const StepPlan plan = plan_of_one();
    for (int rank = 0; rank < zero().world_size; ++rank) {
      out_.memory.push_back(memory_of(plan, rank, {}));
    }
    const std::int64_t gathered =
        bytes_of(out_.memory.front().peak, MemoryCategory::gathered_parameters);
    out_.buckets = buckets_of(out_.resolved, question_, out_.parameters, gathered);
  }

  void small_notes() {
    const int n = zero().world_size;
    const std::string what = zero().clip
                                 ? fmt::format("{0} norms and {0} losses", n)
                                 : fmt::format("{} losses, and the norms only where it clips", n);
    out_.small_notes.push_back(fmt::format(
        "zerolab's own trainer gathers instead: {} ({} each way per rank). Every rank "
        "then "
        "adds them up in rank order, so that the sum has the same bits in every stage; an "
        "all-reduce adds in an order of its own.",
        what, counted_elements(moved_small())));
  }

  std::int64_t moved_small() const { return out_.traffic.front().small().sent_elements; }

  void notes() {
    const int n = zero().world_size;
    const std::int64_t padding = (n - out_.parameters % n) % n;
    out_.notes.push_back(fmt::format(
        "DeepSpeed pads its flat buffers to a multiple of N = {} ({} more for all of Ψ at once); "
        "the chunks counted here are uneven instead, the first ones an element longer.",
        n, counted_elements(padding)));
    if (zero().stage == 3) note_persistence();
    if (zero().stage == 3 && zero().gradients == GradientMove::all_reduce) {
      out_.notes.push_back(fmt::format(
          "reduce_scatter = false: a gradient of more than reduce_bucket_size elements ({}) is "
          "reduce-scattered in DeepSpeed all the same, x instead of 2x; it decides for each "
          "tensor, "
          "and the table counts none so.",
          with_separators(out_.resolved.reduce_bucket)));
    }
    note_special_schedules();
    if (out_.resolved.trained_in != TrainedIn::fp32) {
      out_.notes.push_back(
          "An fp32 copy of the gradients that the update may make for a moment is "
          "not counted.");
    }
    for (const std::string& assumption : out_.resolved.assumptions) {
      out_.notes.push_back(assumption);
    }
  }

  static std::string counted_elements(std::int64_t count) {
    return fmt::format("{} element{}", with_separators(count), count == 1 ? "" : "s");
  }

  void note_persistence() {
    const std::size_t persistent = plan_of_one().persistent.size();
    const std::string here = question_.units_known
                                 ? fmt::format("{} of {} units are smaller and stay whole here",
                                               persistent, question_.unit_elements.size())
                                 : std::string("the model stands as one unit here");
    out_.notes.push_back(fmt::format(
        "stage3_param_persistence_threshold ({} elements): {}. DeepSpeed decides for each tensor, "
        "so that biases and norms, which are small, stay whole there.",
        with_separators(static_cast<std::int64_t>(zero().persistence_threshold)), here));
  }

  // ZeRO++ and MiCS: what they change, for the table shows plain stage 3.
  void note_special_schedules() {
    if (zero().stage != 3) return;
    const double ratio = config_.number("zero_optimization.offload_optimizer.ratio").value_or(1);
    if (out_.resolved.optimizer_offload != OffloadDevice::none && ratio < 1) {
      out_.notes.push_back(
          fmt::format("offload_optimizer.ratio = {}: the rest of the optimizer states stays on the "
                      "rank, and is not in its sum.",
                      ratio));
    }
    const auto number = [&](std::string_view key) {
      return static_cast<std::int64_t>(std::min(config_.number(key).value_or(0), 1e9));
    };
    const auto set = [&](std::string_view key) { return config_.flag(key); };
    if (set("zero_optimization.zero_quantized_weights")) {
      out_.notes.push_back(
          "zero_quantized_weights: as many elements, but 8 bits each and scales, "
          "half the bytes of 16-bit parameters.");
    }
    if (set("zero_optimization.zero_quantized_gradients")) {
      out_.notes.push_back(
          "zero_quantized_gradients: an all-to-all inside each node and one "
          "between nodes, of 4-bit numbers, takes the reduce_scatter's place; "
          "the table shows the reduce_scatter.");
    }
    if (const auto inside = number("zero_optimization.zero_hpz_partition_size"); inside > 1) {
      out_.notes.push_back(fmt::format(
          "zero_hpz_partition_size = {0}: the gather before each backward stays among {0} ranks of "
          "a node, for a second copy of the parameters, Ψ/{0} = {1} elements more on every rank, "
          "not in "
          "its sum; "
          "the table shows it over all ranks.",
          inside, with_separators(out_.parameters / inside)));
    }
    if (const auto group = number("zero_optimization.mics_shard_size"); group > 0) {
      out_.notes.push_back(fmt::format(
          "mics_shard_size = {0}: a rank keeps Ψ/{0}, more than its sum here, gathers and "
          "reduce-scatters among {0} ranks, "
          "and all-reduces its own part with those of the other groups at the boundary; the table "
          "shows plain stage 3 over all ranks.",
          group));
    }
  }

  const DsConfig& config_;
  const ExplainQuestion& question_;
  ConfigExplanation out_;
};

}  // namespace

ConfigExplanation explain(const DsConfig& config, const ExplainQuestion& question) {
  return Explainer(config, question).explain();
}

}  // namespace zerolab
