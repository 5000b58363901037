// What a run measures, where bytes move and where memory is allocated, equals both the plan and
// the formulas of formulas.hpp, for every rank, category and stage.
#include "core/base/error.hpp"
#include "core/zero/engine/train.hpp"
#include "tests/catch.hpp"
#include "tests/zero/formulas.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::nano_run;
using test::small_corpus;

namespace {

constexpr int steps = 2;

void check_traffic(const TrainReport& report, int stage, int n, int m) {
  for (int r = 0; r < n; ++r) {
    const RankReport& rank = report.ranks[static_cast<std::size_t>(r)];
    const auto sums = test::stage_sums(stage, report.unit_elements, n, m, r);
    const auto of = [&](Purpose purpose) {
      const Traffic& traffic = rank.measured.of(purpose);
      return test::Sums{traffic.sent_elements, traffic.received_elements};
    };
    INFO("stage " << stage << " N = " << n << " M = " << m << " rank " << r);
    CHECK(of(Purpose::gradients) ==
          test::Sums{steps * sums.gradients.sent, steps * sums.gradients.received});
    CHECK(of(Purpose::parameters) ==
          test::Sums{steps * sums.parameters.sent, steps * sums.parameters.received});
    CHECK(of(Purpose::norm) == test::Sums{steps * (n - 1), steps * (n - 1)});
    CHECK(of(Purpose::loss) == test::Sums{steps * (n - 1), steps * (n - 1)});
    CHECK(rank.measured == rank.predicted);
    CHECK(rank.issued == rank.predicted_collectives);
  }
}

void check_memory(const TrainReport& report, int stage, int n, bool bf16 = false) {
  using C = MemoryCategory;
  const auto largest = static_cast<std::int64_t>(
      (bf16 ? 2 : 4) * *std::max_element(report.unit_elements.begin(), report.unit_elements.end()));
  for (int r = 0; r < n; ++r) {
    const RankReport& rank = report.ranks[static_cast<std::size_t>(r)];
    const auto bytes = test::stage_bytes(stage, report.unit_elements, n, r, bf16);
    INFO("stage " << stage << " N = " << n << " rank " << r);
    CHECK(bytes == test::StageBytes{
                       bytes_of(rank.at_rest, C::parameters), bytes_of(rank.at_rest, C::gradients),
                       bytes_of(rank.at_rest, C::master_weights),
                       bytes_of(rank.at_rest, C::momentum), bytes_of(rank.at_rest, C::variance)});
    CHECK(bytes_of(rank.peak, C::gathered_parameters) == (stage == 3 ? largest : 0));
    CHECK(bytes_of(rank.peak, C::buckets) == (stage >= 2 ? largest : 0));
    CHECK(rank.at_rest == rank.predicted_at_rest);
    CHECK(rank.peak == rank.predicted_peak);
    CHECK(rank.peak_total == rank.predicted_peak_total);
  }
}

}  // namespace

TEST_CASE("measured traffic and memory equal the formulas in every stage") {
  const Corpus corpus = small_corpus();
  for (int stage = 0; stage <= 3; ++stage) {
    for (const int n : {1, 2, 3, 4, 8}) {
      for (const int m : {1, 3}) {
        const TrainReport report = train(nano_run(stage, n, m, steps), corpus);
        CHECK(report.agrees());
        check_traffic(report, stage, n, m);
        check_memory(report, stage, n);
      }
    }
  }
}

TEST_CASE("in bf16 as many elements move as in fp32 and half the bytes of them are kept") {
  const Corpus corpus = small_corpus();
  for (int stage = 0; stage <= 3; ++stage) {
    for (const int n : {1, 2, 3, 4, 8}) {
      for (const int m : {1, 3}) {
        const TrainReport report = train(nano_run(stage, n, m, steps, Precision::bf16), corpus);
        CHECK(report.agrees());
        check_traffic(report, stage, n, m);
        check_memory(report, stage, n, true);
      }
    }
  }
}

TEST_CASE("with even chunks bf16 keeps exactly the bytes that the paper says") {
  // 8 ranks and units that 8 divides: 16Ψ, 4Ψ + 12Ψ/N, 2Ψ + 14Ψ/N, 16Ψ/N.
  TrainOptions options = nano_run(0, 8, 1, 1, Precision::bf16);
  options.model = {1, 8, 2, 16};
  const std::int64_t psi = 272 * 8 + 12 * 64 + 13 * 8 + 258 * 8;
  const std::array<std::int64_t, 4> expected{16 * psi, 4 * psi + 12 * psi / 8,
                                             2 * psi + 14 * psi / 8, 16 * psi / 8};
  for (int stage = 0; stage <= 3; ++stage) {
    options.zero.stage = stage;
    const TrainReport report = train(options, small_corpus());
    REQUIRE(report.parameters == psi);
    for (const RankReport& rank : report.ranks) {
      CHECK(total_bytes(rank.at_rest) == expected[static_cast<std::size_t>(stage)]);
    }
  }
}

TEST_CASE("units smaller than the world are cut into empty shards too") {
  // A block one wide has 25 elements: on 32 ranks, 7 own nothing of it.
  TrainOptions options = nano_run(3, 32, 1, steps);
  options.model = {1, 1, 1, 8};
  options.batch = 1;
  options.sequence = 4;
  for (int stage = 0; stage <= 3; ++stage) {
    options.zero.stage = stage;
    const TrainReport report = train(options, small_corpus());
    REQUIRE(report.unit_elements == std::vector<std::size_t>{264, 25, 258});
    check_traffic(report, stage, 32, 1);
    check_memory(report, stage, 32);
  }
}

TEST_CASE("one rank sends nothing") {
  for (int stage = 0; stage <= 3; ++stage) {
    const TrainReport report = train(nano_run(stage, 1, 1, steps), small_corpus());
    CHECK(report.ranks[0].measured.all() == Traffic{});
  }
}

TEST_CASE("without clipping there is no norm to gather") {
  TrainOptions options = nano_run(2, 4, 1, steps);
  options.zero.clip = false;
  const TrainReport report = train(options, small_corpus());
  CHECK(report.agrees());
  CHECK(report.ranks[2].measured.of(Purpose::norm) == Traffic{});
  CHECK(report.ranks[2].issued.small[static_cast<std::size_t>(Collective::all_gather)] == steps);
}

TEST_CASE("a wrong prediction would be noticed") {
  TrainReport report = train(nano_run(1, 2, 1, steps), small_corpus());
  REQUIRE(report.agrees());
  ++report.ranks[1].predicted.of(Purpose::gradients).sent_elements;
  CHECK_FALSE(report.agrees());
  --report.ranks[1].predicted.of(Purpose::gradients).sent_elements;
  ++bytes_of(report.ranks[0].predicted_peak, MemoryCategory::activations);
  CHECK_FALSE(report.agrees());
}
