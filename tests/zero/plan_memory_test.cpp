// What a plan stores equals the formulas of the field, and the closed forms those of the paper.

#include "core/base/error.hpp"
#include "core/zero/plan/memory_plan.hpp"
#include "tests/catch.hpp"
#include "tests/near.hpp"
#include "tests/zero/formulas.hpp"

using namespace zerolab;
using zerolab::test::near;

namespace {

std::int64_t at(const CategoryBytes& bytes, MemoryCategory category) {
  return bytes_of(bytes, category);
}

}  // namespace

TEST_CASE("a rank stores what the formulas say in every stage and precision") {
  using C = MemoryCategory;
  const std::vector<std::size_t> units{3836, 2534, 2534, 3612, 5};
  for (const Precision precision : {Precision::f32, Precision::bf16}) {
    const bool bf16 = precision == Precision::bf16;
    for (int stage = 0; stage <= 3; ++stage) {
      for (const int n : {1, 2, 3, 4, 8, 17}) {
        for (int r = 0; r < n; ++r) {
          const RankMemory memory =
              memory_of(make_plan({stage, n, 2, true, precision}, units), r, {500, 70});
          const auto bytes = test::stage_bytes(stage, units, n, r, bf16);
          INFO(to_string(precision) << " stage " << stage << " N = " << n << " rank " << r);
          CHECK(bytes == test::StageBytes{
                             at(memory.at_rest, C::parameters), at(memory.at_rest, C::gradients),
                             at(memory.at_rest, C::master_weights), at(memory.at_rest, C::momentum),
                             at(memory.at_rest, C::variance)});
          CHECK(at(memory.at_rest, C::activations) == 0);
          CHECK(at(memory.peak, C::activations) == 500);
          CHECK(at(memory.peak, C::scratch) == 70);
          const std::int64_t largest = (bf16 ? 2 : 4) * 3836;
          CHECK(at(memory.peak, C::gathered_parameters) == (stage == 3 ? largest : 0));
          CHECK(at(memory.peak, C::buckets) == (stage >= 2 ? largest : 0));
          // In backward a unit's bucket and its gathered parameters are there at once.
          const std::int64_t transient = (stage >= 2 ? largest : 0) + (stage == 3 ? largest : 0);
          CHECK(memory.peak_total == total_bytes(memory.at_rest) + 570 + transient);
        }
      }
    }
  }
}

TEST_CASE("bytes of state follow the paper in mixed precision and in fp32") {
  constexpr double psi = 7.5e9;
  for (const double n : {1.0, 4.0, 64.0, 1024.0}) {
    CHECK(near(state_bytes(0, Precision::bf16, psi, n), 16 * psi));
    CHECK(near(state_bytes(1, Precision::bf16, psi, n), 4 * psi + 12 * psi / n));
    CHECK(near(state_bytes(2, Precision::bf16, psi, n), 2 * psi + 14 * psi / n));
    CHECK(near(state_bytes(3, Precision::bf16, psi, n), 16 * psi / n));
    CHECK(near(state_bytes(0, Precision::f32, psi, n), 16 * psi));
    CHECK(near(state_bytes(1, Precision::f32, psi, n), 8 * psi + 8 * psi / n));
    CHECK(near(state_bytes(2, Precision::f32, psi, n), 4 * psi + 12 * psi / n));
    CHECK(near(state_bytes(3, Precision::f32, psi, n), 16 * psi / n));
  }
}

TEST_CASE("the formulas are written as the paper writes them") {
  CHECK(state_formula(0, Precision::bf16) == "16Ψ");
  CHECK(state_formula(1, Precision::bf16) == "4Ψ + 12Ψ/N");
  CHECK(state_formula(2, Precision::bf16) == "2Ψ + 14Ψ/N");
  CHECK(state_formula(3, Precision::bf16) == "16Ψ/N");
  CHECK(state_formula(1, Precision::f32) == "8Ψ + 8Ψ/N");
  CHECK(state_formula(2, Precision::f32) == "4Ψ + 12Ψ/N");
}
