#include "core/zero/engine/train.hpp"

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/units.hpp"
#include "core/transport/registry.hpp"
#include "core/zero/engine/gather_model.hpp"
#include "core/zero/plan/text_plan.hpp"

namespace zerolab {

namespace {

constexpr int max_steps = 1'000'000;

std::vector<std::size_t> unit_elements_of(const Gpt& model) {
  std::vector<std::size_t> elements;
  for (const UnitSpec& unit : model.units()) elements.push_back(unit.elements);
  return elements;
}

// The plan knows to the byte what a run will hold: too much is said now, not found out by the
// system's out-of-memory killer.
void check_memory(const TrainOptions& options, const Gpt& model) {
  const StepPlan plan = make_plan(options.zero, unit_elements_of(model));
  const WorkspaceBytes workspace =
      workspace_bytes(model, options.zero.world_size, options.zero.precision);
  std::int64_t needed = 0;
  for (int rank = 0; rank < options.zero.world_size; ++rank) {
    needed += memory_of(plan, rank, workspace).peak_total;
  }
  const auto available = available_memory_bytes();
  if (available && needed > *available) {
    throw input_error(
        "{} ranks would hold {} together, but {} is free: take a smaller model or "
        "batch, fewer ranks, or a higher stage",
        options.zero.world_size, format_bytes(needed), format_bytes(*available));
  }
}

StepTraffic times(const StepTraffic& step, std::int64_t steps) {
  StepTraffic product = step;
  for (Traffic& t : product.by_purpose) {
    t = {t.sent_messages * steps, t.received_messages * steps, t.sent_elements * steps,
         t.received_elements * steps};
  }
  return product;
}

StepCollectives times(StepCollectives step, std::int64_t steps) {
  for (std::int64_t& count : step.large) count *= steps;
  for (std::int64_t& count : step.small) count *= steps;
  return step;
}

void add(StepTraffic& sum, const StepTraffic& step) {
  for (std::size_t i = 0; i < sum.by_purpose.size(); ++i) sum.by_purpose[i] += step.by_purpose[i];
}

void add(StepCollectives& sum, const StepCollectives& step) {
  for (std::size_t i = 0; i < sum.large.size(); ++i) {
    sum.large[i] += step.large[i];
    sum.small[i] += step.small[i];
  }
}

CategoryBytes state_only(CategoryBytes bytes) {
  for (const MemoryCategory category : all_memory_categories) {
    if (!is_at_rest(category)) bytes_of(bytes, category) = 0;
  }
  return bytes;
}

int traced_steps(const TrainOptions& options) {
  return options.trace_steps ? options.trace_steps->second - options.trace_steps->first + 1 : 0;
}

TraceHeader header_of(const TrainOptions& options, const StepPlan& plan, const Gpt& model,
                      const std::vector<StepTraffic>& step_traffic) {
  TraceHeader header;
  header.world_size = options.zero.world_size;
  const auto note = [&](std::string key, auto value) {
    header.config.emplace_back(std::move(key), fmt::format("{}", value));
  };
  note("stage", options.zero.stage);
  note("micro_steps", options.zero.micro_steps);
  note("precision", to_string(options.zero.precision));
  note("partition", to_string(options.zero.partition));
  if (plan.at_rest.optimizer == Extent::shard) {
    note("gradients", to_string(options.zero.gradients));
    note("parameters", to_string(options.zero.parameters));
  }
  if (!plan.persistent.empty()) {
    note("persistence_threshold", options.zero.persistence_threshold);
  }
  note("transport", options.transport);
  note("layers", options.model.layers);
  note("width", options.model.width);
  note("heads", options.model.heads);
  note("batch", options.batch);
  note("sequence", options.sequence);
  note("seed", options.engine.seed);
  for (const UnitSpec& unit : model.units()) header.units.push_back({unit.name, unit.elements});
  header.plan = to_text(plan);
  for (int rank = 0; rank < options.zero.world_size; ++rank) {
    const Traffic traffic =
        times(step_traffic[static_cast<std::size_t>(rank)], traced_steps(options)).all();
    const RankMemory memory = memory_of(
        plan, rank, workspace_bytes(model, options.zero.world_size, options.zero.precision));
    header.predicted.push_back(
        {traffic.sent_elements, traffic.received_elements, memory.at_rest, memory.peak});
  }
  return header;
}

// What the ranks leave for the report; each writes its own element, rank 0 the rest.
struct Shared {
  const TrainOptions& options;
  const Corpus& corpus;
  const StepPlan& plan;
  const Gpt& model;
  const std::function<void(const StepProgress&)>& on_step;
  std::vector<Recorder>& recorders;
  TrainReport& report;
};

void train_rank(Shared& shared, Transport& transport) {
  const TrainOptions& options = shared.options;
  TrainReport& report = shared.report;
  const auto rank = static_cast<std::size_t>(transport.rank());
  const bool leads = rank == 0;
  Recorder& recorder = shared.recorders[rank];
  Engine engine(shared.plan, shared.model, shared.corpus, options.engine, transport, &recorder);
  RankReport& mine = report.ranks[rank];

  engine.collectives().barrier();
  const std::int64_t start = now_ns();
  for (int step = 0; step < options.steps; ++step) {
    if (options.trace_steps && step == options.trace_steps->first) {
      recorder.set_recording(true);
      engine.ledger().record_all();
    }
    const std::int64_t begin = now_ns();
    const StepResult result = engine.step(step);
    if (options.trace_steps && step == options.trace_steps->second) recorder.set_recording(false);
    add(mine.measured, result.measured);
    add(mine.issued, result.issued);
    if (!leads) continue;
    report.losses.push_back(result.loss);
    report.gradient_norms.push_back(result.gradient_norm);
    if (shared.on_step) {
      shared.on_step(
          {step, result.loss, result.gradient_norm, static_cast<double>(now_ns() - begin) * 1e-9});
    }
  }
  engine.collectives().barrier();
  mine.at_rest = state_only(engine.ledger().now());
  mine.peak = engine.ledger().peak();
  mine.peak_total = engine.ledger().peak_total();
  if (leads) {
    report.seconds = static_cast<double>(now_ns() - start) * 1e-9;
    report.resident_at_rest_bytes = resident_memory_bytes();
  }
  engine.collectives().barrier();  // nobody frees anything before it was measured

  const std::string hash = weights_hash(engine);
  if (leads) report.weights_hash = hash;
  if (!options.sample) return;
  const std::vector<Buffer> whole = gather_model(engine);
  if (!leads) return;
  std::vector<std::span<const float>> units;
  for (const Buffer& unit : whole) units.push_back(unit.as<const float>());
  report.sample = sample_text(options.model, units, options.sample_prompt, *options.sample);
}

}  // namespace

void check(const TrainOptions& options, const Corpus& corpus) {
  check(options.zero);
  if (options.transport == "fabric") {
    throw input_error(
        "transport 'fabric': its ranks are processes of their own, and what they measure would "
        "stay "
        "there; train on threads");
  }
  check_ranks(options.transport, options.zero.world_size);
  const Gpt model(options.model, options.batch, options.sequence);
  corpus.check_length(options.sequence);
  if (options.steps < 1 || options.steps > max_steps) {
    throw input_error("{} steps: it may be 1 to {}", options.steps, max_steps);
  }
  if (!(options.engine.adamw.learning_rate > 0)) {
    throw input_error("learning rate {}: it must be above 0", options.engine.adamw.learning_rate);
  }
  if (options.zero.clip && !(options.engine.clip_norm > 0)) {
    throw input_error("clip {}: the largest gradient norm must be above 0",
                      options.engine.clip_norm);
  }
  if (options.trace_steps) {
    const auto [first, last] = *options.trace_steps;
    if (first < 0 || last < first || last >= options.steps) {
      throw input_error(
          "trace steps {}..{}: of {} steps it may be 0..{}, the first not after the last", first,
          last, options.steps, options.steps - 1);
    }
  }
  check_memory(options, model);
}

bool RankReport::agrees() const {
  return measured == predicted && issued == predicted_collectives && at_rest == predicted_at_rest &&
         peak == predicted_peak && peak_total == predicted_peak_total;
}

bool TrainReport::agrees() const {
  for (const RankReport& rank : ranks) {
    if (!rank.agrees()) return false;
  }
  return true;
}

TrainReport train(const TrainOptions& options, const Corpus& corpus,
                  const std::function<void(const StepProgress&)>& on_step) {
  check(options, corpus);
  const int n = options.zero.world_size;
  const Gpt model(options.model, options.batch, options.sequence);
  TrainReport report;
  report.options = options;
  report.unit_elements = unit_elements_of(model);
  report.parameters = static_cast<std::int64_t>(parameter_count(model.units()));
  report.resident_before_bytes = resident_memory_bytes();

  const StepPlan plan = make_plan(options.zero, report.unit_elements);
  report.ranks.resize(static_cast<std::size_t>(n));
  const std::int64_t start = now_ns();
  std::vector<Recorder> recorders;
  for (int rank = 0; rank < n; ++rank) recorders.emplace_back(rank, start);
  Shared shared{options, corpus, plan, model, on_step, recorders, report};
  run_ranks(options.transport, n, [&](Transport& transport) { train_rank(shared, transport); });

  const std::vector<StepTraffic> step_traffic = count_step(plan);
  const StepCollectives step_collectives = collectives_of_step(plan);
  const WorkspaceBytes workspace = workspace_bytes(model, n, options.zero.precision);
  for (int rank = 0; rank < n; ++rank) {
    RankReport& mine = report.ranks[static_cast<std::size_t>(rank)];
    mine.predicted = times(step_traffic[static_cast<std::size_t>(rank)], options.steps);
    mine.predicted_collectives = times(step_collectives, options.steps);
    const RankMemory memory = memory_of(plan, rank, workspace);
    mine.predicted_at_rest = memory.at_rest;
    mine.predicted_peak = memory.peak;
    mine.predicted_peak_total = memory.peak_total;
  }
  report.tokens_per_second = static_cast<double>(options.steps) * n * options.zero.micro_steps *
                             options.batch * options.sequence / report.seconds;
  if (options.trace_steps) {
    std::vector<const Recorder*> pointers;
    for (const Recorder& recorder : recorders) pointers.push_back(&recorder);
    report.trace = merge(header_of(options, plan, model, step_traffic), pointers);
  }
  return report;
}

}  // namespace zerolab
