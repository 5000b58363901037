// Every row of facts/deepspeed_collectives.csv, as a configuration file, runs on 4 ranks, issues
// the collectives that the row names, as often as it says, and moves what it says.
#include <fstream>
#include <map>
#include <sstream>

#include "core/deepspeed/runnable.hpp"
#include "tests/catch.hpp"
#include "tests/zero/formulas.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::Sums;

namespace {

constexpr int ranks_of_rows = 4;

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of_facts() {
  std::ifstream file(ZEROLAB_FACTS_DIR "/deepspeed_collectives.csv");
  REQUIRE(file);
  const auto cells = [](const std::string& line) {
    std::vector<std::string> parts;
    std::stringstream rest(line);
    for (std::string part; std::getline(rest, part, ',');) parts.push_back(part);
    return parts;
  };
  std::string line;
  std::getline(file, line);
  const auto names = cells(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const auto values = cells(line);
    REQUIRE(values.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i == 0) rows.emplace_back();
      rows.back()[names[i]] = values[i];
    }
  }
  return rows;
}

// A row with "any" stands for both.
std::vector<std::string> configurations(const Row& row) {
  std::vector<std::string> texts{"{\"zero_optimization\": {\"stage\": " + row.at("stage")};
  for (const std::string key :
       {"contiguous_gradients", "reduce_scatter", "use_multi_rank_bucket_allreduce"}) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const std::string value : {"true", "false"}) {
        if (row.at(key) != "any" && row.at(key) != value) continue;
        longer.push_back(text + ", \"" + key + "\": " + value);
      }
    }
    texts = longer;
  }
  // Units of nano are smaller than the default threshold of persistence.
  for (std::string& text : texts) {
    text += ", \"stage3_param_persistence_threshold\": 0}, \"gradient_clipping\": 1.0}";
  }
  return texts;
}

bool begins(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

// "2x" → 2; "x" → 1; "0" → 0.
int multiple(const std::string& volume) {
  if (volume == "0") return 0;
  return volume == "x" ? 1 : std::stoi(volume);
}

Collective gradient_collective(const Row& row) {
  const std::string& name = row.at("gradient_collective");
  if (begins(name, "all_reduce")) return Collective::all_reduce;
  if (begins(name, "reduce_scatter")) return Collective::reduce_scatter;
  REQUIRE(name == "reduce to each owner");
  return Collective::reduce;
}

// Units × times, and N of each where there is one per owner.
std::int64_t expected_count(Collective collective, std::size_t units, int times) {
  const int each = collective == Collective::reduce ? ranks_of_rows : 1;
  return static_cast<std::int64_t>(units) * times * each;
}

void check_row(const Row& row, const TrainReport& report, int m) {
  const std::size_t units = report.unit_elements.size();
  const int gradient_times = row.at("when") == "every micro-step" ? m : 1;
  const bool fetches = begins(row.at("parameter_collective"), "all_gather before");
  const bool gathers = row.at("parameter_collective") != "none";
  const int parameter_times = fetches ? 2 * m : gathers ? 1 : 0;
  StepCollectives expected;
  const auto kind = gradient_collective(row);
  expected.large[static_cast<std::size_t>(kind)] += expected_count(kind, units, gradient_times);
  expected.large[static_cast<std::size_t>(Collective::all_gather)] +=
      static_cast<std::int64_t>(units) * parameter_times;
  const int gradient_volume = multiple(row.at("gradient_volume"));
  for (int r = 0; r < ranks_of_rows; ++r) {
    Sums gradients, parameters;
    for (const std::size_t size : report.unit_elements) {
      const auto psi = static_cast<std::int64_t>(size);
      const Sums once = gradient_volume == 2 ? test::all_reduce(psi, ranks_of_rows, r)
                                             : test::reduce_scatter(psi, ranks_of_rows, r);
      const Sums gather = test::all_gather(psi, ranks_of_rows, r);
      gradients.sent += gradient_times * once.sent;
      gradients.received += gradient_times * once.received;
      parameters.sent += parameter_times * gather.sent;
      parameters.received += parameter_times * gather.received;
    }
    const RankReport& rank = report.ranks[static_cast<std::size_t>(r)];
    const auto measured = [&](Purpose purpose) {
      const Traffic& traffic = rank.measured.of(purpose);
      return Sums{traffic.sent_elements, traffic.received_elements};
    };
    CHECK(measured(Purpose::gradients) == gradients);
    CHECK(measured(Purpose::parameters) == parameters);
    CHECK(rank.issued.large == expected.large);
  }
  CHECK(report.agrees());
  if (m == 1) {
    CHECK(multiple(row.at("total_one_micro_step")) == gradient_volume + parameter_times);
  }
}

}  // namespace

TEST_CASE("every row of the table of DeepSpeed's collectives runs and counts as it says") {
  const Corpus corpus = test::small_corpus();
  const auto rows = rows_of_facts();
  REQUIRE(rows.size() == 12);
  for (const Row& row : rows) {
    for (const std::string& text : configurations(row)) {
      for (const int m : {1, 3}) {
        INFO(text << " M = " << m);
        const RunnableTraining asked =
            runnable_training(parse_ds_config(text, "row"), ranks_of_rows, m);
        TrainOptions options = test::nano_run(asked.zero.stage, ranks_of_rows, m, 1);
        options.zero = asked.zero;
        check_row(row, train(options, corpus), m);
      }
    }
  }
}
