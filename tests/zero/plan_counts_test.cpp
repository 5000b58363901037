// What a plan counts equals the formulas of the field, written out in formulas.hpp.
#include "core/base/error.hpp"
#include "core/zero/plan/count_plan.hpp"
#include "tests/catch.hpp"
#include "tests/zero/formulas.hpp"

using namespace zerolab;

TEST_CASE("a plan moves what the formulas say in every stage") {
  const std::vector<std::vector<std::size_t>> models{
      {1000}, {3836, 2534, 2534, 3612}, {5, 0, 1, 37}};
  for (const auto& units : models) {
    for (int stage = 0; stage <= 3; ++stage) {
      for (const int n : {1, 2, 3, 4, 8, 17}) {
        for (const int m : {1, 3}) {
          const auto ranks = count_step(make_plan({stage, n, m, true, Precision::f32}, units));
          REQUIRE(ranks.size() == static_cast<std::size_t>(n));
          for (int r = 0; r < n; ++r) {
            const StepTraffic& traffic = ranks[static_cast<std::size_t>(r)];
            const auto sums = test::stage_sums(stage, units, n, m, r);
            const auto of = [&](Purpose purpose) {
              return test::Sums{traffic.of(purpose).sent_elements,
                                traffic.of(purpose).received_elements};
            };
            INFO("stage " << stage << " N = " << n << " M = " << m << " rank " << r);
            CHECK(of(Purpose::gradients) == sums.gradients);
            CHECK(of(Purpose::parameters) == sums.parameters);
            CHECK(of(Purpose::norm) == test::Sums{n - 1, n - 1});
            CHECK(of(Purpose::loss) == test::Sums{n - 1, n - 1});
          }
        }
      }
    }
  }
}

TEST_CASE("with even chunks the stages move 2x 2x (M+1)x and 3Mx") {
  constexpr std::int64_t psi = 8000;
  constexpr int n = 8;
  constexpr std::int64_t x = psi * (n - 1) / n;
  for (const int m : {1, 4}) {
    const auto large = [&](int stage) {
      return count_step(make_plan({stage, n, m, true, Precision::f32}, {4000, 4000}))[3].large();
    };
    CHECK(large(0).sent_elements == 2 * x);
    CHECK(large(1).sent_elements == 2 * x);
    CHECK(large(2).sent_elements == (m + 1) * x);
    CHECK(large(3).sent_elements == 3 * m * x);
    for (int stage = 0; stage <= 3; ++stage) {
      CHECK(large(stage).sent_elements == large(stage).received_elements);
    }
  }
}

TEST_CASE("the collectives of a step by kind") {
  const auto issued = [](int stage, int m) {
    return collectives_of_step(make_plan({stage, 4, m, true, Precision::f32}, {10, 10, 10}));
  };
  // In the order of all_collectives: reduce-scatter, all-gather, all-reduce, broadcast, reduce.
  using Counts = std::array<std::int64_t, 5>;
  CHECK(issued(0, 2).large == Counts{0, 0, 3, 0, 0});
  CHECK(issued(1, 2).large == Counts{3, 3, 0, 0, 0});
  CHECK(issued(2, 2).large == Counts{6, 3, 0, 0, 0});
  CHECK(issued(3, 2).large == Counts{6, 12, 0, 0, 0});
  for (int stage = 0; stage <= 3; ++stage) CHECK(issued(stage, 1).small == Counts{0, 2, 0, 0, 0});
  CHECK(collectives_of_step(make_plan({0, 4, 1, false, Precision::f32}, {10})).small ==
        Counts{0, 1, 0, 0, 0});
}
