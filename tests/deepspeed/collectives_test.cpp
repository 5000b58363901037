// Which collective runs: every row of the facts, on uneven chunks, with one and three micro-steps;
// and the volumes of the whole explanation against formulas written out.
#include "core/deepspeed/dialects.hpp"
#include "core/deepspeed/step_traffic.hpp"
#include "tests/catch.hpp"
#include "tests/deepspeed/facts.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

constexpr int fact_ranks = 4;
const std::vector<std::size_t> fact_units{10, 7, 1};  // none divides by 4

ConfigExplanation explained(const std::string& text, int micro_steps,
                            const std::vector<std::size_t>& units = fact_units) {
  ExplainQuestion question;
  question.unit_elements = units;
  question.ranks = fact_ranks;
  question.micro_steps = micro_steps;
  return explain(parse_ds_config(text, "test.json"), question);
}

std::vector<std::string> values_of(const std::string& cell) {
  return cell == "any" ? std::vector<std::string>{"true", "false"} : std::vector<std::string>{cell};
}

// "2x" → 2, "0" → 0
int times_x(const std::string& cell) {
  if (cell == "x") return 1;
  return cell == "0" ? 0 : std::stoi(cell);
}

std::int64_t all_sent(const std::vector<StepTraffic>& traffic, Purpose purpose) {
  return moved(traffic, purpose).sent_by_all;
}

// x, sent by all ranks: N-1 times each unit, since every chunk is sent on N-1 times.
std::int64_t x_by_all(const std::vector<std::size_t>& units) {
  std::int64_t sum = 0;
  for (const std::size_t unit : units) sum += static_cast<std::int64_t>(unit) * (fact_ranks - 1);
  return sum;
}

void check_fact(const FactRow& row, const std::string& text, int micro_steps) {
  INFO(text << " with " << micro_steps << " micro-steps");
  const ConfigExplanation explanation = explained(text, micro_steps);
  const ExplainedMove& gradients = explanation.moves.at(0);
  const ExplainedMove& parameters = explanation.moves.at(1);
  const std::string name = row.at("gradient_collective");
  const bool keeps = name.find("(then keep") < name.size();
  CHECK(gradients.collective == (keeps ? "all_reduce, then each rank keeps its own part" : name));
  CHECK(gradients.when == row.at("when"));
  const bool often = row.at("when") == "every micro-step";
  const std::int64_t x = x_by_all(fact_units);
  CHECK(all_sent(explanation.traffic, Purpose::gradients) ==
        x * times_x(row.at("gradient_volume")) * (often ? micro_steps : 1));
  const bool fetches = row.at("parameter_collective").find("before each") < 99;
  CHECK(all_sent(explanation.traffic, Purpose::parameters) ==
        x * times_x(row.at("parameter_volume")) * (fetches ? micro_steps : 1));
  const bool none = row.at("parameter_collective") == "none";
  CHECK((parameters.rounds == 0) == none);
  if (!none) CHECK(parameters.collective == "all_gather");
  if (micro_steps == 1) {
    CHECK(moved_large(explanation.traffic).sent_by_all ==
          x * times_x(row.at("total_one_micro_step")));
  }
}

}  // namespace

TEST_CASE("every row of the collectives is what explain says and counts") {
  int checked = 0;
  for (const FactRow& row : read_facts("deepspeed_collectives.csv")) {
    const int stage = std::stoi(row.at("stage"));
    for (const std::string& contiguous : values_of(row.at("contiguous_gradients"))) {
      for (const std::string& scatter : values_of(row.at("reduce_scatter"))) {
        for (const std::string& multi : values_of(row.at("use_multi_rank_bucket_allreduce"))) {
          const std::string text =
              zero_file(stage, "\"contiguous_gradients\": " + contiguous +
                                   ", \"reduce_scatter\": " + scatter +
                                   ", \"use_multi_rank_bucket_allreduce\": " + multi +
                                   ", \"stage3_param_persistence_threshold\": 0");
          for (const int micro_steps : {1, 3}) check_fact(row, text, micro_steps);
          ++checked;
        }
      }
    }
  }
  CHECK(checked == 4 * 8);
}

TEST_CASE("the keys that decide are named with line and value") {
  const std::string text = R"({
    "train_batch_size": 64,
    "zero_optimization": {
      "stage": 2,
      "contiguous_gradients": true,
      "use_multi_rank_bucket_allreduce": false
    }
  })";
  const ConfigExplanation explanation = explained(text, 2);
  const std::vector<std::string> gradients{
      "stage = 2 (line 4)", "contiguous_gradients = true (line 5)",
      "reduce_scatter = true (default)", "use_multi_rank_bucket_allreduce = false (line 6)"};
  CHECK(explanation.moves.at(0).decided_by == gradients);
  CHECK(explanation.moves.at(1).decided_by == std::vector<std::string>{"stage = 2 (line 4)"});
}

TEST_CASE("fetching by all-reduce doubles what parameters move") {
  const std::string with = R"("stage3_param_persistence_threshold": 0, )";
  const auto parameters = [&](const std::string& value) {
    const std::string key = "\"stage3_use_all_reduce_for_fetch_params\": " + value;
    return all_sent(explained(zero_file(3, with + key), 2).traffic, Purpose::parameters);
  };
  CHECK(parameters("false") == 2 * 2 * x_by_all(fact_units));
  CHECK(parameters("true") == 2 * parameters("false"));
}

TEST_CASE("units below the persistence threshold are gathered once after the update") {
  const std::string text = zero_file(3, R"("stage3_param_persistence_threshold": 8)");
  const ConfigExplanation explanation = explained(text, 3);
  const std::int64_t gathered = 6 * x_by_all({10}) + x_by_all({7, 1});
  CHECK(all_sent(explanation.traffic, Purpose::parameters) == gathered);
  CHECK(all_sent(explanation.ideal, Purpose::parameters) == 6 * x_by_all(fact_units));
  const std::int64_t kept = bytes_of(explanation.memory.at(0).at_rest, MemoryCategory::parameters);
  CHECK(kept == 4 * (3 + 7 + 1));  // fp32: chunk 0 of the unit of 10, and two whole units
}

TEST_CASE("any number of micro-steps is counted from plans of one and two") {
  for (const int stage : {0, 1, 2, 3}) {
    for (const GradientMove move : {GradientMove::reduce_scatter, GradientMove::reduce}) {
      ZeroConfig config;
      config.stage = stage;
      config.world_size = 3;
      config.micro_steps = 7;
      config.gradients = move;
      INFO("stage " << stage);
      CHECK(step_traffic(config, {10, 7}) == count_step(make_plan(config, {10, 7})));
    }
  }
}

TEST_CASE("three systems side by side for one intent") {
  const auto x_in = [](int stage, int micro_steps) {
    const std::string text = zero_file(stage, R"("stage3_param_persistence_threshold": 0)");
    std::vector<double> multiples;
    for (const DialectColumn& column : in_all_dialects(explained(text, micro_steps))) {
      multiples.push_back(column.x);
    }
    return multiples;
  };
  using Multiples = std::vector<double>;
  CHECK(x_in(0, 4) == Multiples{2, 2, 2});
  CHECK(x_in(1, 1) == Multiples{3, 2, 2});
  CHECK(x_in(1, 4) == Multiples{3, 2, 8});
  CHECK(x_in(2, 1) == Multiples{3, 2, 2});
  CHECK(x_in(2, 4) == Multiples{9, 5, 8});  // (M+1)x against 2Mx
  CHECK(x_in(3, 1) == Multiples{3, 3, 3});
  CHECK(x_in(3, 4) == Multiples{12, 12, 12});
  const auto columns = in_all_dialects(explained(zero_file(3, ""), 1));
  CHECK(columns.at(1).moves.at(1).collective == "broadcast by each owner");
  CHECK(columns.at(2).how == "fully_shard(reshard_after_forward=True)");
}
