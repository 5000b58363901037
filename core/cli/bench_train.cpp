#include "core/cli/bench_train.hpp"

#include <algorithm>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/cli/bench_machine.hpp"
#include "core/cli/lessons.hpp"
#include "core/model/products.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

namespace {

Corpus read_corpus() {
  return Corpus::read({lesson_file("corpus.txt")});
}

TrainOptions train_options(const BenchTrainOptions& options) {
  TrainOptions train;
  train.model = gpt_preset(options.model);
  train.zero = {options.stage, options.ranks, 1, true, options.precision};
  train.batch = options.batch;
  train.sequence = options.sequence;
  train.steps = options.warmup + options.iterations;
  return train;
}

double seconds_of(const std::function<void()>& work) {
  const std::int64_t begin = now_ns();
  work();
  return static_cast<double>(now_ns() - begin) * 1e-9;
}

// The time within collectives of one training step, off the trace's events.
double collective_seconds(const Recorder& recorder, int train_step) {
  std::int64_t sum_ns = 0;
  for (const Event& event : recorder.events()) {
    if (event.kind != EventKind::collective || event.train_step != train_step) continue;
    sum_ns += event.end - event.begin;
  }
  return static_cast<double>(sum_ns) * 1e-9;
}

double mean_share(const std::vector<std::vector<Turn>>& ranks, double Turn::*part) {
  double sum = 0;
  for (const std::vector<Turn>& turns : ranks) {
    std::vector<double> shares;
    for (const Turn& turn : turns) shares.push_back(turn.*part / turn.step);
    sum += spread_of(std::move(shares)).median;
  }
  return sum / static_cast<double>(ranks.size());
}

// [turn]: the longest time of any rank.
std::vector<double> slowest(const std::vector<std::vector<Turn>>& ranks, double Turn::*part) {
  std::vector<double> longest(ranks[0].size());
  for (const std::vector<Turn>& turns : ranks) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      longest[i] = std::max(longest[i], turns[i].*part);
    }
  }
  return longest;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  require(!values.empty(), "there is something to take the median of");
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front()};
}

Spread BenchTrainReport::step() const {
  return spread_of(slowest(ranks, &Turn::step));
}

Spread BenchTrainReport::products() const {
  return spread_of(slowest(ranks, &Turn::products));
}

Spread BenchTrainReport::ratio() const {
  const std::vector<double> steps = slowest(ranks, &Turn::step);
  const std::vector<double> bare = slowest(ranks, &Turn::products);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < steps.size(); ++i) ratios.push_back(steps[i] / bare[i]);
  return {spread_of(std::move(ratios)).median, step().least / products().least};
}

double BenchTrainReport::tokens_per_second() const {
  return 1.0 * options.ranks * options.batch * options.sequence / step().median;
}

double BenchTrainReport::flops_per_second() const {
  return flops_per_step / step().median;
}

double BenchTrainReport::products_share() const {
  return mean_share(ranks, &Turn::products);
}

double BenchTrainReport::collectives_share() const {
  return mean_share(ranks, &Turn::collectives);
}

BenchTrainReport prepare(const BenchTrainOptions& options) {
  if (options.iterations < 1) {
    throw input_error("{} iterations: at least 1 step is needed to take a time",
                      options.iterations);
  }
  if (options.warmup < 0) {
    throw input_error("{} steps to warm up: it may be 0 or more", options.warmup);
  }
  const TrainOptions train = train_options(options);
  check(train, read_corpus());
  const Gpt model(train.model, train.batch, train.sequence);
  BenchTrainReport report;
  report.options = options;
  report.cores = usable_cores();
  report.parameters = static_cast<std::int64_t>(parameter_count(model.units()));
  report.flops_per_step =
      options.ranks * flops_per_step(train.model, options.batch, options.sequence);
  return report;
}

void run(BenchTrainReport& report, const std::function<void(int)>& on_turn) {
  const BenchTrainOptions& options = report.options;
  const TrainOptions train = train_options(options);
  const Corpus corpus = read_corpus();
  const Gpt model(train.model, train.batch, train.sequence);
  std::vector<std::size_t> unit_elements;
  for (const UnitSpec& unit : model.units()) unit_elements.push_back(unit.elements);
  const StepPlan plan = make_plan(train.zero, unit_elements);
  report.ranks.assign(static_cast<std::size_t>(options.ranks), {});

  // A thread per rank: where ranks outnumber cores each then has its share of a core all the time,
  // in the bare products as in the step. Sharing a thread, it would have the core to itself in the
  // products and wait for the others in the step.
  RunOptions run_options;
  run_options.threads = thread_per_rank;
  run_options.begin_thread = [&](int rank) {
    pin_this_thread(core_of_rank(rank, options.ranks, report.cores));
  };
  const auto rank_main = [&](Transport& transport) {
    const int rank = transport.rank();
    Recorder recorder(rank, now_ns());
    Engine engine(plan, model, corpus, train.engine, transport, &recorder);
    const StepProducts products(model);
    const auto turn = [&](int train_step) {
      Turn times;
      engine.collectives().barrier();
      recorder.set_recording(true);
      times.step = seconds_of([&] { engine.step(train_step); });
      recorder.set_recording(false);
      times.collectives = collective_seconds(recorder, train_step);
      engine.collectives().barrier();
      times.products = seconds_of([&] { products.run(); });
      return times;
    };
    for (int i = 0; i < train.steps; ++i) {
      if (rank == 0) on_turn(i);
      const Turn times = turn(i);
      if (i >= options.warmup) report.ranks[static_cast<std::size_t>(rank)].push_back(times);
    }
  };
  run_ranks("threads", options.ranks, rank_main, run_options);
}

}  // namespace zerolab
