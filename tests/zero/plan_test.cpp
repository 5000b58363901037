// Plans are correct for every stage, and verify names each kind of mistake.
#include <algorithm>

#include "core/base/error.hpp"
#include "core/zero/plan/step_plan.hpp"
#include "core/zero/plan/text_plan.hpp"
#include "core/zero/plan/verify_plan.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using Kind = PlanFindingKind;

namespace {

StepPlan plan_of(int stage, int micro_steps = 1, bool clip = true) {
  return make_plan({stage, 4, micro_steps, clip, Precision::f32}, {30, 20, 11});
}

// The index of the first such operation.
std::size_t index_of(const StepPlan& plan, const StepOp& op) {
  const auto found = std::find(plan.ops.begin(), plan.ops.end(), op);
  REQUIRE(found != plan.ops.end());
  return static_cast<std::size_t>(found - plan.ops.begin());
}

StepPlan without(StepPlan plan, const StepOp& op) {
  plan.ops.erase(plan.ops.begin() + static_cast<std::ptrdiff_t>(index_of(plan, op)));
  return plan;
}

// `op` once more, directly behind itself.
StepPlan twice(StepPlan plan, const StepOp& op) {
  plan.ops.insert(plan.ops.begin() + static_cast<std::ptrdiff_t>(index_of(plan, op)), op);
  return plan;
}

StepPlan swapped(StepPlan plan, const StepOp& a, const StepOp& b) {
  std::swap(plan.ops[index_of(plan, a)], plan.ops[index_of(plan, b)]);
  return plan;
}

void check_finds(const StepPlan& plan, Kind kind, const std::string& message) {
  for (const PlanFinding& finding : verify(plan)) {
    if (finding.kind == kind && finding.message.find(message) != std::string::npos) return;
  }
  INFO("no finding '" << to_string(kind) << "' with: " << message);
  for (const PlanFinding& finding : verify(plan)) UNSCOPED_INFO(finding.message);
  CHECK(false);
}

}  // namespace

TEST_CASE("the plans of all stages are correct") {
  for (int stage = 0; stage <= 3; ++stage) {
    for (const int micro_steps : {1, 2, 3}) {
      for (const bool clip : {true, false}) {
        for (const std::vector<std::size_t>& units :
             {std::vector<std::size_t>{1}, {30, 20, 11}, {0, 3, 1000000, 2}}) {
          const auto findings =
              verify(make_plan({stage, 5, micro_steps, clip, Precision::f32}, units));
          INFO("stage " << stage << ": " << (findings.empty() ? "" : findings[0].message));
          CHECK(findings.empty());
        }
      }
    }
  }
}

TEST_CASE("stage 3 gathers a unit for each use and releases it after") {
  CHECK(to_text(make_plan({3, 2, 1, true, Precision::f32}, {8, 8})) ==
        "zero-gradients\n"
        "gather-parameters unit 0\nforward unit 0 micro-step 0\nrelease-parameters unit 0\n"
        "gather-parameters unit 1\nforward unit 1 micro-step 0\nrelease-parameters unit 1\n"
        "open-bucket unit 1\n"
        "gather-parameters unit 1\nbackward unit 1 micro-step 0\nrelease-parameters unit 1\n"
        "reduce-scatter-gradients unit 1\naccumulate-shard unit 1\nclose-bucket unit 1\n"
        "open-bucket unit 0\n"
        "gather-parameters unit 0\nbackward unit 0 micro-step 0\nrelease-parameters unit 0\n"
        "reduce-scatter-gradients unit 0\naccumulate-shard unit 0\nclose-bucket unit 0\n"
        "gather-norm\nupdate unit 0\nupdate unit 1\ngather-loss\n");
}

TEST_CASE("what is at rest in each stage") {
  using E = Extent;
  CHECK(plan_of(0).at_rest == AtRest{E::whole, E::whole, E::whole});
  CHECK(plan_of(1).at_rest == AtRest{E::whole, E::whole, E::shard});
  CHECK(plan_of(2).at_rest == AtRest{E::whole, E::shard, E::shard});
  CHECK(plan_of(3).at_rest == AtRest{E::shard, E::shard, E::shard});
}

TEST_CASE("operations read back from their text") {
  for (int stage = 0; stage <= 3; ++stage) {
    for (const StepOp& op : plan_of(stage, 2).ops) CHECK(parse_step_op(to_text(op)) == op);
  }
  CHECK_THROWS_WITH(parse_step_op("forward unit 2"),
                    ContainsSubstring("expected 'forward unit U micro-step M'"));
  CHECK_THROWS_WITH(parse_step_op("sideways unit 2"), ContainsSubstring("'sideways'"));
  CHECK_THROWS_WITH(parse_step_op("gather-norm unit 1"), ContainsSubstring("'gather-norm'"));
  CHECK_THROWS_WITH(parse_step_op("update unit x"), ContainsSubstring("'update unit x'"));
}

TEST_CASE("a config that ZeRO does not know is refused") {
  CHECK_THROWS_WITH(make_plan({4, 2, 1, true, Precision::f32}, {1}),
                    "stage 4: ZeRO has stages 0 to 3");
  CHECK_THROWS_WITH(make_plan({-1, 2, 1, true}, {1}), ContainsSubstring("stage -1"));
  CHECK_THROWS_WITH(make_plan({0, 0, 1, true, Precision::f32}, {1}), ContainsSubstring("0 ranks"));
  CHECK_THROWS_WITH(make_plan({0, 2, 0, true, Precision::f32}, {1}),
                    ContainsSubstring("0 micro-steps"));
  CHECK_THROWS_WITH(make_plan({0, 2, 1, true, Precision::f32}, {}), ContainsSubstring("0 units"));
}

TEST_CASE("a unit used before it is gathered or after it is released is found") {
  const StepPlan plan = plan_of(3);
  check_finds(without(plan, {OpKind::gather_parameters, 1}), Kind::parameters_missing,
              "(forward unit 1 micro-step 0): the unit's parameters are not gathered");
  check_finds(swapped(plan, {OpKind::forward, 2, 0}, {OpKind::release_parameters, 2}),
              Kind::parameters_missing, "the unit's parameters are not gathered");
  check_finds(twice(plan, {OpKind::release_parameters, 0}), Kind::parameters_missing,
              "the unit is not gathered");
}

TEST_CASE("gathering twice or for nothing and leaving things open is found") {
  check_finds(twice(plan_of(3), {OpKind::gather_parameters, 0}), Kind::gathered_twice,
              "gathered already");
  StepPlan stage2 = plan_of(2);
  stage2.ops.insert(stage2.ops.begin(), {OpKind::gather_parameters, 0});
  check_finds(stage2, Kind::gathered_twice, "at rest already");
  check_finds(stage2, Kind::left_open, "at the end of the step: unit 0 is still gathered");
  check_finds(without(plan_of(2), {OpKind::close_bucket, 1}), Kind::left_open,
              "unit 1's bucket is still open");
}

TEST_CASE("a gradient that is not reduced or lost or counted twice is found") {
  for (const int stage : {1, 2, 3}) {
    const StepPlan plan = plan_of(stage);
    check_finds(without(plan, {OpKind::reduce_scatter_gradients, 1}), Kind::not_reduced,
                "not summed over ranks");
    check_finds(twice(plan, {OpKind::reduce_scatter_gradients, 1}), Kind::gradient_twice,
                "summed over ranks already");
  }
  check_finds(without(plan_of(0), {OpKind::all_reduce_gradients, 2}), Kind::not_reduced,
              "not summed over ranks");
  check_finds(without(plan_of(2), {OpKind::accumulate_shard, 0}), Kind::gradient_lost,
              "the bucket's gradient was kept nowhere");
  check_finds(without(plan_of(0, 2), {OpKind::backward, 1, 1}), Kind::gradient_lost,
              "micro-step 1's gradient of unit 1 is in the sum 0 times, should be 1");
  StepPlan overwritten = plan_of(2, 2);  // gradients set to 0 between the micro-steps
  overwritten.ops.insert(overwritten.ops.begin() + static_cast<std::ptrdiff_t>(index_of(
                                                       overwritten, {OpKind::forward, 0, 1})),
                         {OpKind::zero_gradients});
  check_finds(overwritten, Kind::gradient_lost, "a gradient is set to 0");
}

TEST_CASE("a reduce-scatter is not enough for a whole optimizer") {
  StepPlan plan = plan_of(0);
  plan.ops[index_of(plan, {OpKind::all_reduce_gradients, 1})].kind =
      OpKind::reduce_scatter_gradients;
  check_finds(plan, Kind::not_reduced, "only the own part");
}

TEST_CASE("parameters that stay stale after the update are found") {
  for (const int stage : {1, 2}) {
    check_finds(without(plan_of(stage), {OpKind::all_gather_parameters, 2}), Kind::stale_parameters,
                "up to date in the own part only");
  }
}

TEST_CASE("operations out of order are found") {
  const StepPlan plan = plan_of(1);
  check_finds(without(plan, {OpKind::zero_gradients}), Kind::order, "not set to 0");
  check_finds(without(plan, {OpKind::forward, 1, 0}), Kind::order, "no forward before it");
  check_finds(without(plan, {OpKind::gather_norm}), Kind::order, "norm is not known");
  check_finds(without(plan, {OpKind::update, 1}), Kind::order, "unit 1 was not updated");
  check_finds(without(plan, {OpKind::gather_loss}), Kind::order, "loss was not gathered");
  check_finds(twice(plan, {OpKind::update, 1}), Kind::order, "updated already");
  check_finds(swapped(plan, {OpKind::gather_norm}, {OpKind::update, 0}), Kind::order,
              "norm is not known");
  check_finds(swapped(plan, {OpKind::gather_norm}, {OpKind::reduce_scatter_gradients, 2}),
              Kind::not_reduced, "not summed over ranks");
}

TEST_CASE("units and micro-steps that do not exist are found") {
  StepPlan plan = plan_of(0);
  plan.ops.push_back({OpKind::update, 3});
  check_finds(plan, Kind::malformed, "there are units 0 to 2 and micro-steps 0 to 0");
  plan = plan_of(0);
  plan.ops.push_back({OpKind::forward, 0, 1});
  check_finds(plan, Kind::malformed, "micro-steps 0 to 0");
}

TEST_CASE("dropping any operation of any plan is found") {
  for (int stage = 0; stage <= 3; ++stage) {
    const StepPlan plan = plan_of(stage, 2);
    for (std::size_t i = 0; i < plan.ops.size(); ++i) {
      StepPlan wrong = plan;
      wrong.ops.erase(wrong.ops.begin() + static_cast<std::ptrdiff_t>(i));
      INFO("stage " << stage << " without " << to_text(plan.ops[i]));
      CHECK_FALSE(verify(wrong).empty());
    }
  }
}

TEST_CASE("ranks that issue other collectives are found at the first that differs") {
  std::vector<StepPlan> plans(3, plan_of(3));
  CHECK(first_difference(plans) == "");
  std::swap(plans[2].ops[index_of(plans[2], {OpKind::gather_parameters, 1})],
            plans[2].ops[index_of(plans[2], {OpKind::gather_parameters, 2})]);
  CHECK(first_difference(plans) ==
        "collective 1: rank 0 issues 'gather-parameters unit 1', rank 2 issues 'gather-parameters "
        "unit 2'");
  plans[2] = without(plan_of(3), {OpKind::gather_loss});
  CHECK(first_difference(plans) ==
        "collective 10: rank 0 issues 'gather-loss', rank 2 issues 'nothing more'");
}
