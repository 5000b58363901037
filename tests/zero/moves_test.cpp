// The other ways to move gradients and parameters, and whole units with owners: what is trained,
// what moves and what is stored, against formulas written out here.
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/zero/plan/verify_plan.hpp"
#include "tests/catch.hpp"
#include "tests/zero/formulas.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::nano_run;
using test::small_corpus;
using test::Sums;

namespace {

constexpr int updates = 2;
constexpr std::array all_gradient_moves{GradientMove::reduce_scatter, GradientMove::all_reduce,
                                        GradientMove::reduce};
constexpr std::array all_parameter_moves{ParameterMove::all_gather, ParameterMove::broadcast,
                                         ParameterMove::all_reduce};

TrainOptions run_of(int stage, int n, int m, Partition partition, GradientMove gradients,
                    ParameterMove parameters, Precision precision = Precision::f32) {
  TrainOptions options = nano_run(stage, n, m, updates, precision);
  options.zero.partition = partition;
  options.zero.gradients = gradients;
  options.zero.parameters = parameters;
  return options;
}

TrainOptions owner_run(int stage, int n, int m, Precision precision = Precision::f32) {
  return run_of(stage, n, m, Partition::owner, GradientMove::reduce, ParameterMove::broadcast,
                precision);
}

bool same_run(const TrainReport& a, const TrainReport& b) {
  return a.losses.size() == b.losses.size() &&
         std::memcmp(a.losses.data(), b.losses.data(), a.losses.size() * sizeof(float)) == 0 &&
         a.weights_hash == b.weights_hash;
}

// The largest unit first, to whoever has least.
std::vector<int> dealt_owners(const std::vector<std::size_t>& units, int n) {
  std::vector<int> owners(units.size(), -1);
  std::vector<std::size_t> has(static_cast<std::size_t>(n));
  for (std::size_t turn = 0; turn < units.size(); ++turn) {
    std::size_t largest = units.size();
    for (std::size_t u = 0; u < units.size(); ++u) {
      if (owners[u] == -1 && (largest == units.size() || units[u] > units[largest])) largest = u;
    }
    std::size_t poorest = 0;
    for (std::size_t r = 1; r < has.size(); ++r) {
      if (has[r] < has[poorest]) poorest = r;
    }
    owners[largest] = static_cast<int>(poorest);
    has[poorest] += units[largest];
  }
  return owners;
}

// One unit, once, rank r; owner -1: every rank owns chunk r. A chain of reduces or broadcasts to
// and from the owners of chunks moves what reduce-scatter and all-gather move. To or from one owner
// o: all but o send in a reduce, all but its right neighbour, the first, receive; and the other
// way.
Sums gradients_once(GradientMove move, std::int64_t psi, int n, int r, int owner) {
  if (n == 1) return {};
  if (move == GradientMove::all_reduce) return test::all_reduce(psi, n, r);
  if (owner < 0) return test::reduce_scatter(psi, n, r);
  return {r == owner ? 0 : psi, r == (owner + 1) % n ? 0 : psi};
}

Sums parameters_once(ParameterMove move, std::int64_t psi, int n, int r, int owner) {
  if (n == 1) return {};
  if (move == ParameterMove::all_reduce) return test::all_reduce(psi, n, r);
  if (owner < 0) return test::all_gather(psi, n, r);
  return {(r + 1) % n == owner ? 0 : psi, r == owner ? 0 : psi};
}

void check_traffic(const TrainReport& report) {
  const ZeroConfig& zero = report.options.zero;
  const int n = zero.world_size;
  const int m = zero.micro_steps;
  const auto owners = dealt_owners(report.unit_elements, n);
  for (int r = 0; r < n; ++r) {
    Sums gradients, parameters;
    const auto add = [&](Sums& sums, const Sums& once, int times) {
      sums.sent += updates * times * once.sent;
      sums.received += updates * times * once.received;
    };
    for (std::size_t u = 0; u < report.unit_elements.size(); ++u) {
      const auto psi = static_cast<std::int64_t>(report.unit_elements[u]);
      const int owner = zero.partition == Partition::owner ? owners[u] : -1;
      add(gradients, gradients_once(zero.gradients, psi, n, r, owner), zero.stage == 1 ? 1 : m);
      add(parameters, parameters_once(zero.parameters, psi, n, r, owner),
          zero.stage == 3 ? 2 * m : 1);
    }
    const RankReport& rank = report.ranks[static_cast<std::size_t>(r)];
    const auto measured = [&](Purpose purpose) {
      const Traffic& traffic = rank.measured.of(purpose);
      return Sums{traffic.sent_elements, traffic.received_elements};
    };
    INFO("rank " << r);
    CHECK(measured(Purpose::gradients) == gradients);
    CHECK(measured(Purpose::parameters) == parameters);
  }
}

std::string words(const ZeroConfig& zero) {
  return fmt::format("stage {} N = {} M = {} {} {} {} {}", zero.stage, zero.world_size,
                     zero.micro_steps, to_string(zero.partition), to_string(zero.gradients),
                     to_string(zero.parameters), to_string(zero.precision));
}

}  // namespace

TEST_CASE("every way to move trains stage 0 in every bit where units are sliced") {
  const Corpus corpus = small_corpus();
  for (const Precision precision : {Precision::f32, Precision::bf16}) {
    for (const int n : {1, 2, 4, 5}) {
      TrainOptions plain = nano_run(0, n, 1, updates, precision);
      const TrainReport reference = train(plain, corpus);
      for (int stage = 1; stage <= 3; ++stage) {
        for (const GradientMove gradients : all_gradient_moves) {
          for (const ParameterMove parameters : all_parameter_moves) {
            const TrainReport report = train(
                run_of(stage, n, 1, Partition::sliced, gradients, parameters, precision), corpus);
            INFO(words(report.options.zero));
            CHECK(same_run(report, reference));
            CHECK(report.agrees());
            check_traffic(report);
          }
        }
      }
    }
  }
}

TEST_CASE("with micro-steps the moves agree within stages 2 and 3 and count per micro-step") {
  const Corpus corpus = small_corpus();
  const TrainReport reference = train(nano_run(2, 4, 3, updates), corpus);
  for (int stage = 1; stage <= 3; ++stage) {
    for (const GradientMove gradients : all_gradient_moves) {
      const TrainReport report = train(
          run_of(stage, 4, 3, Partition::sliced, gradients, ParameterMove::broadcast), corpus);
      INFO(words(report.options.zero));
      if (stage >= 2) CHECK(same_run(report, reference));
      CHECK(report.agrees());
      check_traffic(report);
    }
  }
}

TEST_CASE("stages with owners move and keep whole units and train the same model") {
  const Corpus corpus = small_corpus();
  for (const int n : {1, 2, 3, 4, 8}) {
    for (const int m : {1, 3}) {
      const TrainReport reference = train(owner_run(2, n, m), corpus);
      for (int stage = 1; stage <= 3; ++stage) {
        const TrainReport report = train(owner_run(stage, n, m), corpus);
        INFO(words(report.options.zero));
        if (stage >= 2 || m == 1) CHECK(same_run(report, reference));
        CHECK(report.agrees());
        check_traffic(report);
        const auto owners = dealt_owners(report.unit_elements, n);
        for (int r = 0; r < n; ++r) {
          std::int64_t whole = 0;
          std::int64_t owned = 0;
          for (std::size_t u = 0; u < owners.size(); ++u) {
            whole += static_cast<std::int64_t>(report.unit_elements[u]);
            if (owners[u] == r) owned += static_cast<std::int64_t>(report.unit_elements[u]);
          }
          const CategoryBytes& kept = report.ranks[static_cast<std::size_t>(r)].at_rest;
          CHECK(bytes_of(kept, MemoryCategory::parameters) == 4 * (stage == 3 ? owned : whole));
          CHECK(bytes_of(kept, MemoryCategory::gradients) == 4 * (stage >= 2 ? owned : whole));
          CHECK(bytes_of(kept, MemoryCategory::momentum) == 4 * owned);
        }
      }
    }
  }
}

TEST_CASE("owners may all-reduce both gradients and parameters") {
  const Corpus corpus = small_corpus();
  for (const Precision precision : {Precision::f32, Precision::bf16}) {
    for (int stage = 1; stage <= 3; ++stage) {
      const TrainReport report =
          train(run_of(stage, 4, 2, Partition::owner, GradientMove::all_reduce,
                       ParameterMove::all_reduce, precision),
                corpus);
      INFO(words(report.options.zero));
      CHECK(report.agrees());
      check_traffic(report);
    }
  }
}

// An owner's chain starts at its neighbour for the whole unit, a ring at another rank for each
// chunk: sums of four floats in another order. One rounding is 6e-8 of a sum; two updates later
// losses agree to 1e-5 of themselves.
TEST_CASE("owners and slices train the same model up to the order of addition") {
  const Corpus corpus = small_corpus();
  const TrainReport sliced = train(nano_run(3, 4, 1, updates), corpus);
  const TrainReport owned = train(owner_run(3, 4, 1), corpus);
  for (std::size_t step = 0; step < sliced.losses.size(); ++step) {
    CHECK(std::fabs(sliced.losses[step] - owned.losses[step]) < 1e-5F * sliced.losses[step]);
  }
}

TEST_CASE("units below the persistence threshold stay whole and are gathered once a step") {
  const Corpus corpus = small_corpus();
  const TrainReport reference = train(nano_run(3, 4, 2, updates), corpus);
  const auto& units = reference.unit_elements;
  const std::size_t threshold = units[1] + 1;  // the blocks are equal; what is smaller persists too
  TrainOptions options = nano_run(3, 4, 2, updates);
  options.zero.persistence_threshold = threshold;
  const TrainReport report = train(options, corpus);
  CHECK(same_run(report, reference));
  CHECK(report.agrees());
  std::size_t persistent = 0;
  for (int r = 0; r < 4; ++r) {
    Sums gathered;
    std::int64_t kept = 0;
    for (const std::size_t size : units) {
      const auto psi = static_cast<std::int64_t>(size);
      const bool stays = size < threshold;
      persistent += stays ? 1U : 0U;
      const Sums once = test::all_gather(psi, 4, r);
      gathered.sent += updates * (stays ? 1 : 4) * once.sent;
      gathered.received += updates * (stays ? 1 : 4) * once.received;
      kept += 4 * (stays ? psi : test::dealt(psi, 4, r));
    }
    const RankReport& rank = report.ranks[static_cast<std::size_t>(r)];
    CHECK(rank.measured.of(Purpose::parameters).sent_elements == gathered.sent);
    CHECK(rank.measured.of(Purpose::parameters).received_elements == gathered.received);
    CHECK(bytes_of(rank.at_rest, MemoryCategory::parameters) == kept);
  }
  CHECK(persistent >= 4);
  CHECK(persistent < 4 * units.size());

  // The limit counts what persists together: here for one unit less than would.
  const StepPlan all = make_plan(options.zero, units);
  std::size_t together = 0;
  for (const int unit : all.persistent) together += units[static_cast<std::size_t>(unit)];
  options.zero.persistence_limit = together - 1;
  CHECK(make_plan(options.zero, units).persistent.size() == all.persistent.size() - 1);
}

TEST_CASE("the plans of every way to move are correct") {
  for (int stage = 1; stage <= 3; ++stage) {
    for (const Partition partition : {Partition::sliced, Partition::owner}) {
      for (const GradientMove gradients : all_gradient_moves) {
        for (const ParameterMove parameters : all_parameter_moves) {
          ZeroConfig config{stage, 4, 2, true, Precision::f32, partition, gradients, parameters};
          if (stage == 3) config.persistence_threshold = 15;
          INFO(words(config));
          const bool cuts =
              partition == Partition::owner && (gradients == GradientMove::reduce_scatter ||
                                                parameters == ParameterMove::all_gather);
          if (cuts) {
            CHECK_THROWS_WITH(make_plan(config, {30, 20, 11}), ContainsSubstring("cuts units"));
            continue;
          }
          const auto findings = verify(make_plan(config, {30, 20, 11}));
          CHECK(findings.empty());
          if (!findings.empty()) CHECK(findings[0].message.empty());
        }
      }
    }
  }
}

TEST_CASE("units are dealt so that no rank has much more than its share") {
  CHECK(deal_units({5, 4, 3, 3, 3}, 2) == std::vector<int>{0, 1, 1, 0, 1});
  CHECK(deal_units({7}, 3) == std::vector<int>{0});
  CHECK(deal_units({0, 0, 0}, 2) == std::vector<int>{0, 0, 0});
}

TEST_CASE("a partition or a threshold that a stage does not have is refused") {
  ZeroConfig owner{0,
                   4,
                   1,
                   true,
                   Precision::f32,
                   Partition::owner,
                   GradientMove::reduce,
                   ParameterMove::broadcast};
  CHECK_THROWS_WITH(make_plan(owner, {8}), ContainsSubstring("stage 0 has no partition"));
  ZeroConfig persistent{2, 4, 1, true, Precision::f32};
  persistent.persistence_threshold = 100;
  CHECK_THROWS_WITH(make_plan(persistent, {8}),
                    ContainsSubstring("persistence threshold 100 in stage 2"));
  CHECK_THROWS_WITH(parse_partition("chunked"), ContainsSubstring("it may be sliced, owner"));
}
